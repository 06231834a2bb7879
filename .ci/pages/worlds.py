"""What pages assume: a catalog, files, a web with their feeds, and CloudKit."""
import http.server
import os
import pathlib
import re
import shutil
import signal
import subprocess
import threading

FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>{host}</title><link>http://{host}/</link>
<description>Notes</description><language>en</language>
{items}</channel></rss>
"""
ITEM = """<item><title>Swift concurrency {n}</title><link>http://{host}/{n}</link><guid>http://{host}/{n}</guid>
<pubDate>Fri, {day:02} Nov 2026 10:00:00 GMT</pubDate><description>Structured concurrency in Swift, part {n}.</description></item>
"""
# Hosts of examples, which the local web serves.
HOSTS = r"https://((?:[a-z0-9.-]+\.)?(?:swift\.org|example|example\.(?:org|net|com)))(?=[/\s'\"]|$)"


class Web:
    """A server that has a feed at each address; the first part of a path is the host."""

    def __enter__(self):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                host = self.path.split("/")[1]
                found = self.path != "/robots.txt"
                items = "".join(ITEM.format(host=host, n=n, day=n) for n in range(1, 20))
                body = FEED.format(host=host, items=items).encode() if found else b""
                self.send_response(200 if found else 404)
                self.send_header("Content-Type", "application/rss+xml")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error):
        self.server.shutdown()

    def local(self, text):
        """The text with the addresses of feeds on this server."""
        return re.sub(HOSTS, rf"http://127.0.0.1:{self.port}/\1", text)


class World:
    """The folder and the environment of a page."""

    def __init__(self, folder, root, programs, web):
        self.folder, self.root, self.programs, self.web = folder / "work", root, programs, web
        self.home = folder
        self.folder.mkdir()
        self.words = {}
        bin = folder / "bin"
        bin.mkdir()
        self.write(bin / "ckdb", f'#!/bin/sh\nexec "{programs}/ckdb" "$@"\n', 0o755)
        # The local web is private and has one host, and no person confirms.
        self.write(
            bin / "celestra-admin",
            f"""#!/bin/sh
case "$1 ${{2:-}}" in
  update* | "feeds discover" | "seed check") set -- "$@" --allow-private --host-gap 0 --per-host 2 ;;
  "seed "* | "feeds "* | "tags "* | "collections "* | "categories "* | "audit "* | "records "* | "articles remove" | "container copy" | "container restore")
    case " $* " in *" --yes "* | *" list "* | *" show "* | *" count "* | *" export "* | *" --confirm "*) ;; *) set -- "$@" --yes ;; esac ;;
esac
exec "{programs}/celestra-admin" "$@"
""", 0o755)
        self.cloud_command(bin)
        self.environment = {
            "PATH": f"{bin}:/usr/local/bin:/usr/bin:/bin", "HOME": str(folder), "LANG": "C.UTF-8",
            "XDG_STATE_HOME": str(folder / "state"), "GIT_CONFIG_GLOBAL": "/dev/null", "TMPDIR": str(folder),
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "a",
            "GIT_COMMITTER_EMAIL": "a@example.com",
        }

    @staticmethod
    def write(path, text, mode=0o644):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)

    def sh(self, script, folder=None):
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", self.adapted(script)], cwd=folder or self.folder, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise SystemExit(f"cannot prepare the page: {script}\n{done.stdout}")
        return done.stdout

    def adapted(self, text):
        text = self.web.local(text)
        for word, value in self.words.items():
            text = text.replace(word, value)
        return text

    def end(self):
        started = self.home / "started"
        for process in started.read_text().split() if started.exists() else []:
            os.kill(int(process), signal.SIGTERM)

    # The parts of worlds

    def sources(self):
        """The folders schema/ and seed/ of a release, with feeds of the local web."""
        shutil.copytree(self.root / "schema", self.folder / "schema")
        shutil.copytree(self.root / "seed", self.folder / "seed")
        for file in (self.folder / "seed").iterdir():
            text = re.sub(r"https?://([a-z0-9.-]+)/", rf"http://127.0.0.1:{self.web.port}/\1/", file.read_text())
            file.write_text(text)

    def catalog(self):
        """A catalog with a few feeds, among them those of the examples."""
        self.sources()
        for name in ("feeds.json", "collections.json", "classics.opml"):
            (self.folder / "seed" / name).unlink()
        self.write(self.folder / ".celestra-admin.yaml", "contact: https://example.com/about\n")
        feeds = "".join(
            f'<outline text="{title}" type="rss" xmlUrl="{self.web.local(url)}"/>' for title, url in [
                ("Daring Fireball", "https://daring.example/feed"), ("Swift.org", "https://www.swift.org/atom.xml"),
                ("A", "https://example.org/feed.xml"), ("B", "https://example.com/rss"),
                ("C", "https://example.net/feed.xml"), ("D", "https://old.example/feed")])
        opml = f'<opml version="2.0"><head/><body><outline text="technology">{feeds}</outline></body></opml>'
        self.write(self.folder / "list.opml", opml)
        self.sh("celestra-admin seed seed list.opml")

    def cloud(self):
        """The emulator, with the container and the key that pages name."""
        self.sh("openssl ecparam -name prime256v1 -genkey -noout -out key.pem 2>/dev/null; chmod 600 key.pem; "
                "openssl ec -in key.pem -pubout -out public.pem 2>/dev/null; cp key.pem dev.pem; cp key.pem prod.pem")
        self.environment["CLOUDKIT_BASE_URL"] = self.sh('. start-cloud; echo "$CLOUDKIT_BASE_URL"').strip()

    def cloud_command(self, bin):
        """A script to source: starts the emulator with the public key in the folder, and exports its address."""
        key = "0a" * 32
        self.words["KEY_ID=…"] = f"KEY_ID={key}"
        self.write(bin / "start-cloud", f"""
rm -f "$TMPDIR/address"
"{self.programs}/celestra-admin" emulator --port 0 --key-id {key} --public-key public.pem --role Admin={key} \\
  --schema "{self.root}/schema/celestra.ckdb" >"$TMPDIR/address" 2>"$TMPDIR/emulator.log" </dev/null &
echo $! >>"$TMPDIR/started"
until [ -s "$TMPDIR/address" ]; do sleep 0.1; done
export CLOUDKIT_BASE_URL="$(cat "$TMPDIR/address")"
""")

    def repository(self):
        self.sh("git init -q -b main . && git add -A && git commit -q -m 'A first commit' && git tag v1.0.0 && "
                "git update-ref refs/remotes/origin/main HEAD")

    # The pages

    def prepare(self, page):
        name = re.sub(r"\W", "_", pathlib.Path(page).stem.lower())
        getattr(self, f"page_{name}", self.catalog)()

    def page_readme(self):
        self.page_own_opml()
        self.write(self.folder / "bad.ckdb", SHOW.replace("STRING QUER", "STRNG QUER").replace("LIST<STRING>,", "LIST<STRING>"))
        self.write(self.folder / "new.ckdb", SHOW.replace("INT64", "DOUBLE"))
        self.write(self.folder / "schema.ckdb", SHOW)
        self.write(self.folder / "App.xcdatamodeld/App.xcdatamodel/contents", MODEL)
        self.write(self.folder / "production.ckdb", PRODUCTION)
        self.repository()
        self.cloud()

    def page_own_opml(self):
        feeds = "".join(f'<outline text="{n}" type="rss" xmlUrl="http://127.0.0.1:{self.web.port}/{n}/feed"/>' for n in "abc")
        self.write(self.folder / "feeds.opml", f'<opml version="2.0"><head/><body>{feeds}</body></opml>')

    def page_records(self):
        self.write(self.folder / "schema/celestra.ckdb", BOOKS)
        self.write(self.folder / "books.ckdb", BOOKS)
        self.write(self.folder / "first.jsonl", BOOK_LINES)
        self.sh("celestra-admin records put first.jsonl && cp celestra.sqlite yesterday.sqlite")

    def page_curating(self):
        self.catalog()
        # What the examples name; only the container has it.
        self.sh("celestra-admin categories add tech --name Tech --yes; "
                "celestra-admin feeds set https://example.org/feed.xml --tags apple-news --yes; "
                "celestra-admin collections add fresh --title Fresh https://example.org/feed.xml --yes")

    def page_copying(self):
        self.catalog()
        self.sh("celestra-admin container backup celestra.sqlite --to nightly.sqlite; cp celestra.sqlite fixture.sqlite")
        self.cloud()
        self.sh("CLOUDKIT_KEY_ID=… CLOUDKIT_PRIVATE_KEY_PATH=key.pem celestra-admin seed seed list.opml "
                "--container iCloud.org.example.celestra@development")

    def page_articles(self):
        self.catalog()
        self.sh("celestra-admin update")
        self.words["5ecab5c1-20c4-5b9e-a7dd-8c3570bdc728"] = self.sh(
            "celestra-admin articles list --limit 1 --format csv | tail -1 | tr -d '\\r' | sed 's/.*,//'").strip()
        self.write(self.folder / "feed.xml", FEED.format(host="x", items=ITEM.format(host="x", n=1, day=1)))

    def page_app_reads(self):
        self.catalog()
        self.sh("celestra-admin update; celestra-admin app articles http://127.0.0.1:%d/www.swift.org/atom.xml --limit 3 "
                "--format json=page.json --format text" % self.web.port)
        self.words["articles FEED"] = f"articles http://127.0.0.1:{self.web.port}/www.swift.org/atom.xml"

    def page_ckdb(self):
        self.write(self.folder / "schema/schema.ckdb", SHOW)
        self.write(self.folder / "schema/production.ckdb", SHOW)
        self.write(self.folder / ".ckdb.yaml", "schema: schema/schema.ckdb\n")
        self.repository()

    def page_from_cktool(self):
        self.page_ckdb()

    def page_live_schema(self):
        self.sources()

    def page_local_container(self):
        self.catalog()
        self.sh("celestra-admin score")

    def page_core_data(self):
        self.write(self.folder / "schema/production.ckdb", SHOW)
        self.write(self.folder / "App/Model.xcdatamodeld/Model.xcdatamodel/contents", MODEL)
        self.write(self.folder / "Sources/Show.swift", SWIFT)

    def page_seeding_a_new_container(self):
        self.sources()

    def page_feed_lists(self):
        self.write(self.folder / "feeds.md", "- [A](https://a.example/feed)\n")
        self.write(self.folder / "former.json", '{ "former": [] }\n')
        self.write(self.folder / "feeds.json", '{\n  "feeds": [\n    {"feedURL": "https://a.example/feed", "title": "A"}\n  ]\n}\n')

    def page_installing(self):
        pass


SHOW = """DEFINE SCHEMA

    RECORD TYPE Podcast (
        "___recordID" REFERENCE QUERYABLE,
        title         STRING QUERYABLE SEARCHABLE,
        episodes      LIST<STRING>,
        rating        INT64,
        GRANT READ TO "_world",
        GRANT WRITE TO "_creator"
    );
"""
PRODUCTION = """DEFINE SCHEMA

    RECORD TYPE CD_Episode (
        "___recordID" REFERENCE QUERYABLE,
        CD_entityName STRING,
        CD_title      STRING,
        CD_number     INT64,
        GRANT WRITE TO "_creator"
    );
"""
BOOKS = """DEFINE SCHEMA

    RECORD TYPE Book (
        "___recordID" REFERENCE QUERYABLE,
        title         STRING QUERYABLE SORTABLE,
        pages         INT64 QUERYABLE SORTABLE,
        published     TIMESTAMP QUERYABLE SORTABLE,
        tags          LIST<STRING>,
        cover         STRING,
        isbn          STRING,
        isbnNumber    INT64,
        added         INT64,
        addedAt       TIMESTAMP,
        GRANT READ TO "_world",
        GRANT WRITE TO "_creator"
    );
"""
BOOK_LINES = """{"recordType":"Book","recordName":"earthsea","fields":{"title":"A Wizard of Earthsea","pages":205,"cover":"a","isbn":"42","added":1700000000,"published":{"value":-40000000000,"type":"TIMESTAMP"}}}
{"recordType":"Book","recordName":"hainish","fields":{"title":"The Dispossessed","pages":341}}
"""
MODEL = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" usedWithCloudKit="YES">
    <entity name="Episode" representedClassName="Episode" syncable="YES">
        <attribute name="title" optional="YES" attributeType="String"/>
        <attribute name="number" optional="YES" attributeType="Integer 64" usesScalarValueType="YES"/>
        <attribute name="playedAt" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
    </entity>
</model>
"""
SWIFT = """import CloudKit

func save(_ title: String) -> CKRecord {
  let record = CKRecord(recordType: "Podcast")
  record["title"] = title
  return record
}
"""
