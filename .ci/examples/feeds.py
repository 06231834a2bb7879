"""The examples on feed lists: pull requests, their comments, and a form, with a web server of feeds."""
import http.server
import json
import os
import pathlib
import threading

from github import REPOSITORY
from repository import Repository, git

HERE = pathlib.Path(__file__).resolve().parent
RSS = """<rss version="2.0"><channel><title>{title}</title><link>http://{host}/</link><language>en</language>
{items}</channel></rss>"""
ITEM = "<item><title>Article {number} of {host}</title><guid>{host}-{number}</guid><pubDate>{day} Nov 2026 12:00:00 GMT</pubDate></item>"
HOSTILE = "@team <img src=x> [a](b) ::error::x"
OPTIONS = "--allow-private --host-gap 0 --as-of 2026-11-21"


class Web(http.server.BaseHTTPRequestHandler):
    """A feed on each host, of which some are gone, pages, or have moved."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        host = self.headers["Host"].split(":")[0]
        if self.path == "/feed" and host != "gone.test":
            items = "".join(ITEM.format(number=n, host=host, day=20 - n) for n in range(3))
            title = HOSTILE.replace("<", "&lt;") if host == "hostile.test" else f"Feed of {host}"
            return self.answer(200, RSS.format(title=title, host=host, items=items))
        if self.path == "/old":
            return self.answer(301, "", ("Location", "/feed"))
        if self.path == "/":
            return self.answer(200, '<html><title>Home</title><link rel=alternate type=application/rss+xml href=/feed>')
        return self.answer(404, "")

    def answer(self, status, text, *headers):
        body = text.encode()
        self.send_response(status)
        for name, value in [("Content-Length", str(len(body))), *headers]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def feed_examples(workflows, checks, folder):
    print("feeds-check.yml, feeds-comment.yml, feeds-form.yml", flush=True)
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    hosts = ["a.test", "b.test", "c.test", "d.test", "gone.test", "hostile.test"]
    environment = {"CELESTRA_HOSTS": "127.0.0.1 " + " ".join(hosts), "TEST_OPTIONS": OPTIONS}

    def site(host, path="/feed", title=None):
        return {"title": title or f"Feed of {host}", "author": "A", "site_url": f"http://{host}/",
                "feed_url": f"http://{host}:{web.server_port}{path}"}

    def blogs(*sites):
        category = {"title": "Blogs", "slug": "blogs", "description": "Blogs.", "sites": list(sites)}
        return {"blogs.json": json.dumps([{"language": "en", "title": "English", "categories": [category]}], indent=2) + "\n"}

    def check(repository, status, **options):
        run = checks.run(workflows[".github/examples/feeds-check.yml"], repository, token="read", environment=environment, **options)
        checks.expect(run, status)
        return run

    def comment(repository, *, sha=None):
        """Runs the second workflow for the head of the pull request, whose branch is of a fork."""
        head = git(repository.folder, "rev-parse", "change")
        checks.server.pulls = [{"number": 1, "head": {"label": "stranger:change", "sha": head}}]
        repository.event = {"repository": {"default_branch": "main"}, "workflow_run": {
            "id": 1, "event": "pull_request", "head_branch": "change", "head_sha": sha or head,
            "head_repository": {"owner": {"login": "stranger"}}}}
        run = checks.run(workflows[".github/examples/feeds-comment.yml"], repository, name="workflow_run", keeps_comments=True)
        checks.expect(run, 0)
        return checks.server.own_comments

    def expect(name):
        text = checks.server.own_comments[-1].replace(str(web.server_port), "PORT")
        file = HERE / f"comments/{name}.md"
        assert text == file.read_text(), f"{name}.md is not\n{text}"

    old = [site("a.test"), site("b.test"), site("c.test")]
    changes = [site("c.test", title="Another title"), site("d.test", "/old"), site("gone.test"), site("hostile.test", title=HOSTILE),
               site("a.test"), site("a.test", title="Again")]
    repository = Repository(folder, main=blogs(*old), changes=blogs(*changes)).fork()
    pull = repository.event
    run = check(repository, 1)
    assert checks.server.changes == []
    assert "::error file=blogs.json,line=" in run.log and "feed-duplicate" in run.log and "\n::error::x" not in run.log, run.log
    assert len(comment(repository)) == 1 and checks.server.changes == ["created"]
    expect("feeds")
    # A run for an older commit of the branch comments on nothing.
    assert comment(repository, sha="0" * 40) and checks.server.changes == ["created"]

    # The comment follows the pull request, also to where nothing is left to say.
    for files, status, last in [(blogs(*old, site("d.test")), 0, "updated"), (blogs(*reversed(old)), 0, "deleted")]:
        repository.event = pull
        repository.push(files)
        check(repository, status, keeps_comments=True)
        comment(repository)
        assert checks.server.changes[-1] == last, checks.server.changes

    # A broken list, and a shallow clone.
    broken = Repository(folder, main=blogs(*old), changes={"blogs.json": "[{"}).fork()
    check(broken, 1)
    shallow = workflows[".github/examples/feeds-check.yml"].replace("fetch-depth: 0, ", "")
    run = checks.run(shallow, Repository(folder, main=blogs(*old), changes=blogs(*changes)), token="read", environment=environment)
    checks.expect(run, 2, log=["is not in this shallow clone: pass 'fetch-depth: 0'"])

    form(workflows, checks, folder, web.server_port, environment)
    web.shutdown()


GH = """#!/bin/sh
echo "$*" >>"$GH_LOG"
for last; do :; done
case "$*" in "pr list "*"select(.isCrossRepository | not)"*) cat "$GH_OPEN" 2>/dev/null || true ;; "issue comment "*|"pr create "*) cat "$last" >>"$GH_LOG" || true ;; esac
"""


def form(workflows, checks, folder, port, environment):
    tools = folder / "form"
    tools.mkdir()
    (tools / "gh").write_text(GH)
    (tools / "gh").chmod(0o755)
    log = tools / "gh.log"
    environment = {**environment, "GH_LOG": str(log), "GH_OPEN": str(tools / "open"), "PATH": f"{tools}:{os.environ['PATH']}"}

    def run(address):
        log.write_text("")
        repository = Repository(folder, main={"feeds.json": '{\n  "feeds": [\n    {"feedURL": "https://a.example/feed", "title": "A"}\n  ]\n}\n'},
                                changes={})
        repository.event = {"repository": {"default_branch": "main"}, "label": {"name": "feed"}, "issue": {
            "number": 7, "body": f"### Address of the site or feed\n\n{address}\n\n### Title\n\n_No response_\n"}}
        result = checks.run(workflows[".github/examples/feeds-form.yml"], repository, name="issues", environment=environment)
        checks.expect(result, 0)
        return repository

    repository = run(f"http://hostile.test:{port}/")
    assert "pr create" in log.read_text() and "Closes #7" in log.read_text(), log.read_text()
    branch = f"add-feed/hostile-test-{port}-feed"
    assert f"hostile.test:{port}/feed" in git(repository.folder, "show", f"{branch}:feeds.json")
    # A second issue about the feed gets an answer.
    (tools / "open").write_text("5\n")
    run(f"http://hostile.test:{port}/")
    assert "pr create" not in log.read_text() and "issue comment 7 --body #5 proposes" in log.read_text(), log.read_text()
    for address, reason in [("my blog", "is not an address"), (f"http://gone.test:{port}/x", "no feed was found"), ("$(touch x)", "is not an address")]:
        repository = run(address)
        assert "issue comment 7" in log.read_text() and reason in log.read_text(), log.read_text()
        assert git(repository.folder, "branch", "--list", "add-feed/*") == ""
