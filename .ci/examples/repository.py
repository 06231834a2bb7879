"""Repositories of another app, with a pull request."""
import pathlib
import subprocess
import tempfile

from github import REPOSITORY

SCHEMA = """DEFINE SCHEMA

    RECORD TYPE Podcast (
        "___recordID" REFERENCE QUERYABLE,
        rating        INT64,
        title         STRING QUERYABLE SORTABLE,
        GRANT WRITE TO "_creator",
        GRANT CREATE TO "_icloud",
        GRANT READ TO "_world"
    );
"""


def git(folder, *arguments):
    return subprocess.run(["git", *map(str, arguments)], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


class Repository:
    ENVIRONMENT = {
        "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.invalid", "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.invalid", "GIT_CONFIG_NOSYSTEM": "1",
    }
    ONLY_SCHEMA = {"schema/schema.ckdb": SCHEMA}
    FILES = {**ONLY_SCHEMA, "schema/production.ckdb": SCHEMA}
    BREAKS = {"schema/schema.ckdb": SCHEMA.replace("INT64", "DOUBLE")}
    FINE = {"schema/schema.ckdb": SCHEMA.replace("rating        INT64", "episodes      INT64,\n        rating        INT64")}
    QUERIES = """{"queries": [{"schema": "schema", "name": "best", "recordType": "Podcast",
        "filters": [{"field": "title", "comparator": "EQUALS"}], "sort": [{"field": "rating", "order": "descending"}]}]}"""
    MODEL = {"Sources/Podcast.swift": "import SwiftData\n\n@Model\nfinal class Podcast {\n  var title: String = \"\"\n}\n"}

    def __init__(self, folder, *, main=FILES, changes):
        """- main: the files of the main branch; changes: those of the pull request."""
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=folder))
        git(self.folder, "init", "-q", "-b", "main")
        self.commit({"README.md": "", **main})
        git(self.folder, "switch", "-q", "-c", "change")
        self.event = {
            "pull_request": {"number": 1, "base": {"ref": "main"}, "head": {"repo": {"full_name": REPOSITORY}}},
            "repository": {"default_branch": "main"},
        }
        self.push(changes)

    def commit(self, files):
        for name, text in files.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text)
        git(self.folder, "add", ".")
        git(self.folder, "commit", "-q", "--allow-empty", "-m", "Change")

    def push(self, files):
        git(self.folder, "switch", "-q", "change")
        self.commit(files)
        git(self.folder, "switch", "-q", "--detach", "main")
        git(self.folder, "merge", "-q", "--no-ff", "-m", "Merge", "change")
        git(self.folder, "update-ref", "refs/pull/1/merge", "HEAD")

    def commit_to_main(self, files):
        git(self.folder, "switch", "-q", "main")
        self.commit(files)
        git(self.folder, "switch", "-q", "--detach")

    def merge(self, branch):
        git(self.folder, "switch", "-q", "main")
        git(self.folder, "merge", "-q", branch)
        git(self.folder, "switch", "-q", "--detach")

    def fork(self):
        """Returns the same repository, where the branch of the pull request is of a fork."""
        self.event["pull_request"]["head"]["repo"]["full_name"] = "stranger/app"
        return self
