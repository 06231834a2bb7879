"""The example that publishes a catalog as a site: the site is served, and every link of it is followed."""
import functools
import http.server
import json
import re
import threading
import urllib.parse
import urllib.request

from repository import Repository

FEED = """<rss version="2.0"><channel><title>Feed</title><link>http://a.test/</link>
<item><guid>1</guid><title>An article</title><link>http://a.test/1</link><pubDate>Fri, 20 Nov 2026 12:00:00 GMT</pubDate></item>
</channel></rss>"""


class Web(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        found = self.path.startswith("/feed")
        body = FEED.encode() if found else b""
        self.send_response(200 if found else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Pages(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(handler):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def follow(root):
    """Returns the texts of all files that the links of a site lead to; a link to nothing is an error."""
    found, waiting = {}, [root]
    while waiting:
        address = waiting.pop()
        if address in found:
            continue
        with urllib.request.urlopen(address, timeout=30) as answer:
            found[address] = answer.read().decode()
        if "<!DOCTYPE html>" in found[address]:
            links = [urllib.parse.urljoin(address, link) for link in re.findall(r'(?:href|src)="([^"#]*)', found[address])]
            waiting += [link for link in links if link.startswith(root)]
    return {address.removeprefix(root): text for address, text in found.items()}


def site_example(workflow, checks, folder):
    print("catalog-site.yml", flush=True)
    web = serve(Web)
    checks.server.cache, checks.server.pages = folder / "site/cache", folder / "site/pages"
    checks.server.cache.mkdir(parents=True)

    def files(*names):
        feeds = [{"feedURL": f"http://127.0.0.1:{web.server_port}/feed/{name}", "title": name, "category": "notes"} for name in names]
        return {"seed/feeds.json": json.dumps({"categories": [{"slug": "notes", "name": "Notes"}], "feeds": feeds})}

    repository = Repository(folder, main={**files("one", "two"), ".celestra-admin.yaml": "truth: files\n"}, changes={})
    repository.event = {"repository": {"default_branch": "main"}}

    def publish(name):
        run = checks.run(workflow, repository, name=name, variables={"UPDATE_OPTIONS": "--allow-private --host-gap 0"})
        checks.expect(run, 0)
        assert checks.server.deployments, "the site was not deployed"
        pages = serve(functools.partial(Pages, directory=str(checks.server.pages)))
        try:
            return follow(f"http://127.0.0.1:{pages.server_port}/")
        finally:
            pages.shutdown()

    site = publish("push")
    assert {"", "categories/notes.html", "opml/categories/notes.opml", "feeds.opml", "new.atom", "site.js", "site.css"} <= set(site), set(site)
    notes = site["categories/notes.html"]
    assert "An article" in notes and ">healthy<" in notes and "score " in notes, notes
    assert 'rel="self" href="https://someone.github.io/app/new.atom"' in site["new.atom"]
    ids = re.findall(r"<entry>\s*<id>([^<]*)", site["new.atom"])
    assert len(ids) == 2
    # A feed leaves the list, and another joins.
    repository.commit_to_main(files("two", "three"))
    site = publish("schedule")
    assert ">one<" not in site["categories/notes.html"] and ">three<" in site["categories/notes.html"]
    after = re.findall(r"<entry>\s*<id>([^<]*)", site["new.atom"])
    assert len(after) == 2 and after[0] not in ids and after[1] in ids, (ids, after)
    web.shutdown()
