"""A stand-in of the Lambda runtime API and of the extension that serves secrets.

Starts the bootstrap in argv[1], gives it as many invocations as argv[2] says, and prints what the bootstrap posts: one
line per request, path and body.

Source: AWS, "Using the Lambda runtime API for custom runtimes", and "Use Secrets Manager secrets in Lambda functions".
"""
import http.server
import json
import os
import subprocess
import sys
import threading
import time
import urllib.parse

posts, left = [], int(sys.argv[2])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=b"", headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        global left
        url = urllib.parse.urlsplit(self.path)
        if url.path == "/2018-06-01/runtime/invocation/next" and left > 0:
            left -= 1
            deadline = int((time.time() + 900) * 1000)
            self.answer(200, b"{}", [
                ("Lambda-Runtime-Aws-Request-Id", f"request-{left}"), ("Lambda-Runtime-Deadline-Ms", str(deadline))])
        elif url.path == "/secretsmanager/get":
            asked = urllib.parse.parse_qs(url.query).get("secretId")
            token = self.headers["X-Aws-Parameters-Secrets-Token"]
            if token != "session-token" or asked != ["arn:secret"]:
                return self.answer(400, b"not ready or not allowed")
            with open("key.pem") as file:
                self.answer(200, json.dumps({"ARN": "arn:secret", "SecretString": file.read(), "Name": "key"}).encode())
        else:
            self.answer(410)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"] or 0)).decode()
        kind = self.headers["Lambda-Runtime-Function-Error-Type"] or "-"
        posts.append(f"{self.path.removeprefix('/2018-06-01/runtime/')} {kind} {json.dumps(json.loads(body), sort_keys=True)}")
        self.answer(202)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
port = str(server.server_address[1])
environment = dict(
    os.environ, AWS_LAMBDA_RUNTIME_API="127.0.0.1:" + port, AWS_SESSION_TOKEN="session-token",
    PARAMETERS_SECRETS_EXTENSION_HTTP_PORT=port, LAMBDA_TASK_ROOT=os.path.dirname(os.path.abspath(sys.argv[1])))
log = subprocess.run([sys.argv[1]], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
print("\n".join(posts))
print(log, file=sys.stderr, end="")
