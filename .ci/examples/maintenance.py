"""The example that maintains a list, with a web of its own in place of other people's sites."""
import datetime
import http.server
import os
import threading

from repository import Repository, git

GH = """#!/bin/sh
echo "$*" >>"$GH_LOG"
case "$*" in
"pr list --state closed "*headRefOid*) cat "$GH_CLOSED" ;;
"pr list --state closed "*"select(.isCrossRepository | not)"*) cat "$GH_DISMISSED" ;;
"pr list "*"select(.isCrossRepository | not)"*) cat "$GH_OPEN" 2>/dev/null || true ;;
"pr list "*) echo 9 ;;
"pr close "*) rm "$GH_OPEN" ;;
"pr create "*) echo 7 >"$GH_OPEN"; while [ $# -gt 1 ]; do [ "$1" != --body-file ] || cp "$2" "$GH_TEXT"; shift; done ;;
esac
"""
FEED = b"<rss version='2.0'><channel><title>A</title><item><guid>1</guid><title>One</title></item></channel></rss>"
LIST = "# Feeds\n\n- [A](http://127.0.0.1:%d/a)\n- [`Gone` @all](http://127.0.0.1:%d/gone)\n"


class Site(http.server.BaseHTTPRequestHandler):
    gone = 410

    def log_message(self, *_):
        pass

    def do_GET(self):
        status = {"/a": 200, "/gone": self.gone}.get(self.path, 404)
        self.send_response(status)
        self.send_header("Content-Length", str(len(FEED) if status == 200 else 0))
        self.end_headers()
        if status == 200:
            self.wfile.write(FEED)


def maintenance_example(workflow, checks, folder):
    print("list-maintenance.yml", flush=True)
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    tools = folder / "maintenance"
    tools.mkdir()
    checks.server.cache = tools / "cache"
    checks.server.cache.mkdir()
    (tools / "gh").write_text(GH)
    (tools / "gh").chmod(0o755)
    for name in ["closed", "dismissed"]:
        (tools / name).write_text("")
    repository = Repository(folder, main={"feeds.md": LIST % (site.server_port, site.server_port)}, changes={})
    repository.event = {"repository": {"default_branch": "main"}}

    def night(number):
        """The commands for pull requests that the workflow calls in a night."""
        day = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=11 - number)
        (tools / "log").write_text("")
        result = checks.run(
            workflow, repository, name="schedule",
            variables={"PROBE_OPTIONS": f"--allow-private --host-gap 0 --include-not-due --as-of {day:%Y-%m-%dT%H:%M:%SZ}"},
            environment={"GH_LOG": str(tools / "log"), "GH_TEXT": str(tools / "text"), "GH_DISMISSED": str(tools / "dismissed"),
                         "GH_OPEN": str(tools / "open"), "GH_CLOSED": str(tools / "closed"),
                         "PATH": f"{tools}:{os.environ['PATH']}"})
        checks.expect(result, 0)
        lines = (tools / "log").read_text().split("\n")
        return [line.split()[1] for line in lines if line.startswith("pr ") and not line.startswith("pr list")]

    # The third night proposes to remove the feed that is gone; nothing else of the list changes.
    assert [night(day) for day in (0, 1, 2)] == [[], [], ["create"]]
    text = (tools / "text").read_text()
    assert "### Gone: 1" in text and "HTTP 410" in text and "feeds.md:4" in text and "@all" not in text, text
    changed = git(repository.folder, "show", "--format=", "--numstat", "list-maintenance").split("\n")
    assert changed == ["0\t1\tfeeds.md", "3\t0\tformer.json"], changed
    # What is proposed already is not proposed again, and closed when the feed works.
    proposed = git(repository.folder, "rev-parse", "list-maintenance")
    assert night(3) == [] and git(repository.folder, "rev-parse", "list-maintenance") == proposed
    Site.gone = 200
    assert night(4) == ["close"]
    Site.gone = 410
    assert [night(day) for day in (5, 6, 7)] == [[], [], ["create"]]

    def edit():
        """Commits to the branch as a person does."""
        git(repository.folder, "switch", "-q", "list-maintenance")
        repository.commit({"feeds.md": LIST % (site.server_port, site.server_port)})
        git(repository.folder, "switch", "-q", "--detach")
        return git(repository.folder, "rev-parse", "list-maintenance")

    # A person's commit on the branch is not overwritten, until its pull request is merged or closed.
    edited = edit()
    assert night(8) == []
    (tools / "open").unlink()
    (tools / "closed").write_text(edited)
    assert night(9) == ["create"] and git(repository.folder, "rev-parse", "list-maintenance") != edited
    # A proposal of a pull request that was closed with the label does not come back.
    request = (tools / "open").read_text()
    (tools / "open").unlink()
    (tools / "dismissed").write_text((tools / "text").read_text())
    assert night(10) == []
    # Nor is a person's commit deleted when the feed works.
    (tools / "open").write_text(request)
    edited = edit()
    Site.gone = 200
    assert night(11) == [] and git(repository.folder, "rev-parse", "list-maintenance") == edited
    site.shutdown()
