"""The examples on live schemas, on the emulator in place of Apple's server."""
import os
import secrets
import subprocess
import urllib.request

from repository import Repository, SCHEMA, git

TEAM, CONTAINER = "TEAM", "iCloud.com.example.app"
GH = """#!/bin/sh
echo "$*" >>"$GH_LOG"
case "$*" in "pr list --state closed "*) echo "$CLOSED_HEAD" ;; "pr list "*) echo "$OPEN_PULL_REQUESTS" ;; esac
"""


class Live:
    """An emulated container, with both environments."""

    def __init__(self, program, folder):
        self.folder = folder / "live"
        self.folder.mkdir()
        for command in [["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "key.pem"],
                        ["ec", "-in", "key.pem", "-pubout", "-out", "public.pem"]]:
            subprocess.run(["openssl", *command], cwd=self.folder, check=True, capture_output=True)
        (self.folder / "live.ckdb").write_text(SCHEMA)
        self.token = secrets.token_hex(32)
        self.emulator = subprocess.Popen(
            [program, "emulator", "--port", "0", "--key-id", "k", "--public-key", "public.pem", "--control", "--schema", "live.ckdb",
             "--team", f"{TEAM}={CONTAINER}"],
            cwd=self.folder, env={**os.environ, "CLOUDKIT_MANAGEMENT_TOKEN": self.token}, stdout=subprocess.PIPE, text=True,
            stderr=subprocess.DEVNULL)
        self.address = self.emulator.stdout.readline().strip()
        assert self.address.startswith("http"), "the emulator did not start"
        (self.folder / "gh").write_text(GH)
        (self.folder / "gh").chmod(0o755)

    def set(self, environment, schema):
        address = f"{self.address}/_emulator/schema/{CONTAINER}/{environment}"
        urllib.request.urlopen(urllib.request.Request(address, schema.encode(), method="POST"), timeout=30).read()


def live_examples(workflows, checks, program, folder):
    live = Live(program, folder)
    log = live.folder / "gh.log"

    def run(name, repository, between=None, pull_requests=0, closed=""):
        log.write_text("")
        repository.event = {"repository": {"default_branch": "main"}}
        return checks.run(
            workflows[f".github/examples/{name}.yml"], repository, between=between, name="workflow_dispatch",
            variables={"CLOUDKIT_TEAM_ID": TEAM, "CLOUDKIT_CONTAINER_ID": CONTAINER},
            secrets={"CLOUDKIT_MANAGEMENT_TOKEN": live.token},
            environment={"CLOUDKIT_BASE_URL": live.address, "GH_LOG": str(log), "OPEN_PULL_REQUESTS": str(pull_requests),
                         "CLOSED_HEAD": closed,
                         "PATH": f"{live.folder}:{os.environ['PATH']}"})

    try:
        print("schema-production.yml, schema-deploy.yml", flush=True)
        # The first time there is no file, then an equal one, then production has another schema.
        repository = Repository(folder, main=Repository.ONLY_SCHEMA, changes={})
        checks.expect(run("schema-production", repository), 0)
        assert "pr create" in log.read_text(), log.read_text()
        assert "RECORD TYPE Podcast" in git(repository.folder, "show", "production-schema:schema/production.ckdb")
        repository.merge("production-schema")
        checks.expect(run("schema-production", repository), 0)
        assert log.read_text() == ""
        fine = Repository.FINE["schema/schema.ckdb"]
        live.set("production", fine)
        checks.expect(run("schema-production", repository), 0)
        assert "pr create" in log.read_text()
        assert "episodes" in git(repository.folder, "show", "production-schema:schema/production.ckdb")

        # The next morning, the pull request is open; then a person commits to it, and production changes again.
        for other, change in [(fine, None), (fine.replace("episodes", "chapters"), "README.md")]:
            if change:
                git(repository.folder, "switch", "-q", "production-schema")
                repository.commit({change: "Why\n"})
            git(repository.folder, "switch", "-q", "--detach", "main")
            live.set("production", other)
            before = git(repository.folder, "rev-parse", "production-schema")
            checks.expect(run("schema-production", repository, pull_requests=1), 0)
            assert git(repository.folder, "rev-parse", "production-schema") == before and "create" not in log.read_text()
        # After that pull request, there is another one.
        checks.expect(run("schema-production", repository, closed=before), 0)
        assert "pr create" in log.read_text()
        assert "chapters" in git(repository.folder, "show", "production-schema:schema/production.ckdb")
        live.set("production", fine)

        # A person deploys between the jobs.
        live.set("production", SCHEMA)
        live.set("development", fine)
        repository = Repository(folder, changes={})
        repository.commit_to_main({**Repository.FINE, ".ckdb.yaml": "schema: schema/schema.ckdb\n"})
        result = run("schema-deploy", repository, between=lambda: live.set("production", fine))
        checks.expect(result, 0, log=["episodes"])
        assert "episodes" in result.summary and "workflow run schema-production.yml" in log.read_text()
    finally:
        live.emulator.terminate()
        live.emulator.wait()
