"""A stand-in for GitHub: the requests of the actions and examples, and a runner of their steps in a clean environment."""
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import threading
import urllib.parse

import yaml

REPOSITORY = "someone/app"
TOKENS = {"write": "write-token", "read": "read-token"}


class Server(http.server.ThreadingHTTPServer):
    """The comments of one pull request, and the files of releases."""

    def __init__(self, files):
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = files
        self.comments = []
        self.changes = []
        self.artifacts = {}
        self.pulls = []
        # The folder that runs share as their cache.
        self.cache = None
        # The folder of the site that was uploaded last, and the number of deployments.
        self.pages, self.deployments = None, 0
        self.address = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def forget(self):
        # More than one page of comments, one of which repeats the mark of the action.
        self.comments = [{"id": 1, "user": {"type": "User"}, "body": "<!-- ckdb check -->"}]
        self.comments += [{"id": 2 + n, "user": {"type": "Bot"}, "body": "Build passed."} for n in range(100)]
        self.changes = []

    @property
    def own_comments(self):
        return [comment["body"] for comment in self.comments if comment["id"] > 101]


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def serve(self):
        url = urllib.parse.urlparse(self.path)
        if "/releases/download/" in url.path:
            file = self.server.files / pathlib.Path(url.path).name
            return self.answer(200, file.read_bytes()) if file.exists() else self.answer(404)
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        if token not in TOKENS.values():
            return self.answer(401)
        if self.command != "GET" and token != TOKENS["write"]:
            return self.answer(403)
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or "{}")
        comments = self.server.comments
        if url.path == f"/repos/{REPOSITORY}/issues/1/comments":
            if self.command == "GET":
                page = int(urllib.parse.parse_qs(url.query)["page"][0])
                return self.answer(200, json.dumps(comments[(page - 1) * 100:page * 100]).encode())
            self.server.changes.append("created")
            comments.append({"id": comments[-1]["id"] + 1, "user": {"type": "Bot"}, "body": body["body"]})
            return self.answer(201, b"{}")
        if url.path == f"/repos/{REPOSITORY}/pulls":
            head = urllib.parse.parse_qs(url.query)["head"][0]
            return self.answer(200, json.dumps([one for one in self.server.pulls if one["head"]["label"] == head]).encode())
        matching = [one for one in comments if url.path == f"/repos/{REPOSITORY}/issues/comments/{one['id']}"]
        if not matching:
            return self.answer(404)
        if self.command == "PATCH":
            self.server.changes.append("updated")
            matching[0]["body"] = body["body"]
            return self.answer(200, b"{}")
        self.server.changes.append("deleted")
        comments.remove(matching[0])
        return self.answer(204)

    do_GET = do_POST = do_PATCH = do_DELETE = serve


class Run:
    """The run of a workflow: its exit codes by step, its log, and its summary."""

    def __init__(self, server, actions, folder, origin, event, *, name="pull_request", token="write", variables=None,
                 secrets=None, environment=None, is_container=False):
        self.server, self.actions, self.folder, self.origin = server, actions, folder, origin
        self.is_container = is_container
        self.log, self.summary, self.failed, self.uploads = "", "", [], []
        self.files = {}
        for file in ["GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY", "GITHUB_ENV", "GITHUB_EVENT_PATH"]:
            self.files[file] = folder / file
            self.files[file].write_text(json.dumps(event) if file == "GITHUB_EVENT_PATH" else "")
        self.workspace = folder / "workspace"
        for name_of_folder in ["workspace", "temp", "home"]:
            (folder / name_of_folder).mkdir()
        pull = event.get("pull_request", {})
        self.contexts = {
            "github": {
                "token": TOKENS[token], "server_url": server.address, "repository": REPOSITORY, "event": event,
                "event_name": name, "base_ref": pull.get("base", {}).get("ref", ""), "action_repository": "",
            },
            "vars": variables or {}, "secrets": secrets or {}, "runner": {"temp": str(folder / "temp")}, "env": {},
            "inputs": {}, "steps": {},
        }
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder / "home"), "GITHUB_ACTIONS": "true", "CI": "true",
            "GITHUB_API_URL": server.address, "GITHUB_SERVER_URL": server.address, "GITHUB_REPOSITORY": REPOSITORY,
            "GITHUB_WORKSPACE": str(self.workspace), "GITHUB_EVENT_NAME": name, "RUNNER_TEMP": str(folder / "temp"),
            "GITHUB_BASE_REF": self.contexts["github"]["base_ref"],
            **{key: str(path) for key, path in self.files.items()}, **(environment or {}),
        }
        if is_container:
            # As root on files of another user, git refuses to read the checkout.
            self.environment["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1"

    @property
    def annotations(self):
        return re.findall(r"^::(?:error|warning|notice) .*$", self.log, re.M)

    def value(self, text, contexts):
        """Returns a text with its expressions evaluated: paths, texts, || && == != !, always(), success()."""
        def lookup(path):
            found = contexts
            for key in path.split("."):
                found = found.get(key) if isinstance(found, dict) else None
            return "" if found is None else found

        def evaluate(expression):
            names = {"always": lambda: True, "success": lambda: not self.failed, "lookup": lookup}
            tokens = re.findall(r"'[^']*'|[\w-]+(?:\.[\w-]+)*\(?|[|&=!]=?[|&]?|[()]", expression)
            words = {"||": "or", "&&": "and", "!": "not"}
            return eval(" ".join(words.get(token) or (f"lookup({token!r})" if re.fullmatch(r"[\w.-]+", token) else token)
                                 for token in tokens), {"__builtins__": {}}, names)

        whole = re.fullmatch(r"\$\{\{([^}]*)\}\}", str(text).strip())
        if whole:
            return evaluate(whole[1])
        return re.sub(r"\$\{\{(.*?)\}\}", lambda match: str(evaluate(match[1])), str(text))

    def condition(self, step, contexts):
        text = str(step.get("if", "success()"))
        result = self.value(text if "${{" in text else "${{ %s }}" % text, contexts)
        return bool(result) and (not self.failed or "always()" in text)

    def workflow(self, text, between=None):
        for number, job in enumerate(yaml.safe_load(text)["jobs"].values()):
            if number and between:
                between()
            shutil.rmtree(self.workspace)
            self.workspace.mkdir()
            self.files["GITHUB_PATH"].write_text("")
            self.contexts["steps"] = {}
            self.steps(job["steps"], self.contexts, job.get("env", {}))
            if self.failed:
                break
        self.summary = self.files["GITHUB_STEP_SUMMARY"].read_text()
        return self

    def steps(self, steps, contexts, job_environment, action=None):
        for step in steps:
            if not self.condition(step, contexts):
                continue
            environment = {key: str(self.value(text, contexts)) for key, text in {**job_environment, **step.get("env", {})}.items()}
            given = {key: str(self.value(text, contexts)) for key, text in step.get("with", {}).items()}
            if "uses" in step:
                self.use(step, given, contexts, environment)
            else:
                self.run(step, contexts, environment, action)

    def run(self, step, contexts, environment, action):
        # The defaults of GitHub: a shell that is named stops at a failing pipe, too.
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"] if "shell" in step else ["bash", "-e", "-c"]
        path = ":".join(reversed(self.files["GITHUB_PATH"].read_text().split()))
        environment = {**self.environment, **environment, **({"GITHUB_ACTION_PATH": str(action)} if action else {})}
        environment["PATH"] = f"{path}:{environment['PATH']}" if path else environment["PATH"]
        self.files["GITHUB_OUTPUT"].write_text("")
        done = subprocess.run(shell + [self.value(step["run"], contexts)], cwd=self.workspace, env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.log += done.stdout
        outputs = dict(line.split("=", 1) for line in self.files["GITHUB_OUTPUT"].read_text().splitlines())
        contexts["steps"][step.get("id", "")] = {"outputs": outputs}
        if done.returncode:
            self.failed.append(done.returncode)

    def use(self, step, given, contexts, environment):
        name, _, ref = step["uses"].partition("@")
        if name == "actions/checkout":
            self.checkout(given)
        elif name == "github/codeql-action/upload-sarif":
            self.upload(pathlib.Path(given["sarif_file"]))
        elif name == "actions/cache":
            (self.workspace / given["path"]).symlink_to(self.server.cache)
        elif name == "actions/upload-pages-artifact":
            shutil.rmtree(self.server.pages, ignore_errors=True)
            shutil.copytree(self.workspace / given["path"], self.server.pages)
        elif name == "actions/deploy-pages":
            assert self.server.pages.is_dir(), "no site was uploaded"
            self.server.deployments += 1
        elif name == "actions/upload-artifact":
            path = self.workspace / given["path"]
            assert given.get("if-no-files-found") == "ignore" or path.is_dir() or list(self.workspace.glob(given["path"])), given
            if path.is_dir():
                self.server.artifacts[given["name"]] = {file.name: file.read_bytes() for file in path.iterdir()}
        elif name == "actions/download-artifact":
            folder = pathlib.Path(given["path"])
            folder.mkdir(exist_ok=True)
            for file, data in self.server.artifacts.get(given["name"], {}).items():
                (folder / file).write_bytes(data)
        else:
            owner, repository, folder = name.split("/", 2)
            action = self.actions / owner / repository / ref / folder
            definition = yaml.safe_load((action / "action.yml").read_text())
            inputs = {key: one.get("default", "") for key, one in definition.get("inputs", {}).items()}
            assert set(given) <= set(inputs), f"{name} has no input {set(given) - set(inputs)}"
            inner = {**contexts, "steps": {}, "inputs": {**inputs, **given}}
            inner["github"] = {**contexts["github"], "action_path": str(action), "action_repository": f"{owner}/{repository}"}
            self.steps(definition["runs"]["steps"], inner, environment, action)
            outputs = {key: self.value(one["value"], inner) for key, one in definition.get("outputs", {}).items()}
            contexts["steps"][step.get("id", "")] = {"outputs": outputs}

    def checkout(self, given):
        depth = given.get("fetch-depth", "1")
        ref = "refs/pull/1/merge" if "pull_request" in self.contexts["github"]["event"] else "refs/heads/main"
        refs = [f"+{ref}:refs/remotes/pull"] + (["+refs/heads/*:refs/remotes/origin/*"] if depth == "0" else [])
        for command in [["init", "-q", "-b", "main"], ["remote", "add", "origin", f"file://{self.origin}"],
                        ["fetch", "-q", *([f"--depth={depth}"] if depth != "0" else []), "origin", *refs],
                        ["checkout", "-q", "-B" if ref == "refs/heads/main" else "--detach",
                         *(["main"] if ref == "refs/heads/main" else []), "refs/remotes/pull"]]:
            subprocess.run(["git", *command], cwd=self.workspace, check=True)
        if self.is_container and os.geteuid() == 0:
            for path in [self.workspace, *self.workspace.rglob("*")]:
                shutil.chown(path, 12345, 12345)

    def upload(self, folder):
        runs = [run for file in folder.glob("*.sarif") for run in json.loads(file.read_text())["runs"]]
        categories = [run["automationDetails"]["id"] for run in runs]
        assert runs and len(set(categories)) == len(categories), categories
        self.uploads += categories
