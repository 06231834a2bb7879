import Foundation
import TestEnvironment
import Testing

@Suite("Commands on live schemas")
struct LiveSchemaCommandTests {
  private static let changed = LiveSession.export.replacing("title           STRING", with: "title           INT64 ")

  @Test("a push over HTTP without a confirmed route reads nothing and writes nothing")
  func unconfirmed() throws {
    let live = try LiveSession(.http)
    try live.session.write(LiveSession.export, to: "a.ckdb")
    for arguments in [["push", "a.ckdb", "--yes"], ["reset", "a.ckdb", "--confirm", Session.liveContainer]] {
      let run = try live.session.run(["schema"] + arguments)
      #expect(run.status == 2)
      #expect(run.err.contains("no one has confirmed the route POST /v1/"), "\(run)")
      #expect(run.err.contains("--via cktool") && run.err.contains("--route-file"))
    }
    #expect(live.emulator?.endedLog().contains("/v1/") == false)
    #expect(try live.writes() == [])
  }

  @Test(
    "a push that production would refuse imports nothing, and shows the way round", arguments: LiveSession.Way.allCases)
  func refusedByProduction(way: LiveSession.Way) throws {
    let live = try LiveSession(way, confirmed: ["import"])
    try live.session.write(Self.changed, to: "a.ckdb")
    let text = try live.run("schema", "push", "a.ckdb", "--yes")
    #expect(text.contains("refused  Feed.title: STRING → INT64\n    a field in production keeps its type"), "\(text)")
    #expect(text.hasSuffix("nothing was changed: production would refuse a.ckdb (via WAY)\nexit 1\n"))
    #expect(try live.writes() == [])
  }

  @Test("an import that never shows is sent once, and one whose answer is lost is looked for")
  func lostAnswers() throws {
    let file = LiveSession.export.replacing("title ", with: "site            STRING,\n        title ")
    let lost = try LiveSession(
      .http, confirmed: ["import"], ["--management-fault", "cut-after/import=1"])
    try lost.session.write(file, to: "a.ckdb")
    let run = try lost.session.run("schema", "push", "a.ckdb", "--yes")
    #expect(run.status == 0, "\(run)")
    #expect(run.err.contains("the export shows the import"))
    #expect(try lost.writes() == ["schema reset"])

    // Equal schemas: exports are the same before and after the reset, which deletes the records.
    let unknown = try LiveSession(.http, confirmed: ["reset"], ["--management-fault", "cut-after/reset=1"])
    let reset = try unknown.session.run("schema", "reset", "a.ckdb", "--confirm", Session.liveContainer)
    #expect(reset.status == 2 && reset.out == "")
    #expect(reset.err.contains("nothing was sent twice, and no export shows whether the reset took effect"), "\(reset)")
    #expect(try unknown.writes() == ["reset reset"])

    let refused = try LiveSession(.http, confirmed: ["import"], ["--management-fault", "expired/import=1"])
    try refused.session.write(file, to: "a.ckdb")
    let end = try refused.session.run("schema", "push", "a.ckdb", "--yes")
    #expect(end.status == 2 && end.err.contains("the token needs renewal"), "\(end)")
    #expect(try refused.writes() == ["schema 421"])
  }

  @Test("an environment that changes between the comparison and the write is not written to")
  func changedMeanwhile() throws {
    let development = LiveSession.export.replacing("title ", with: "site            STRING,\n        title ")
    let live = try LiveSession(
      .http, development: development, confirmed: ["deploy"], ["--management-fault", "production-changes/export=2"])
    try live.session.write(development, to: "a.ckdb")
    let run = try live.session.run("schema", "deploy", "a.ckdb", "--confirm", Session.liveContainer)
    #expect(run.status == 2)
    #expect(run.err.contains("changed since it was compared; nothing was deployed"), "\(run)")
    #expect(try live.writes() == [])
  }

  @Test("a deployment over a confirmed route needs the ID of the container, and is sent once")
  func confirmedDeployment() throws {
    let development = LiveSession.export.replacing("title ", with: "site            STRING,\n        title ")
    let live = try LiveSession(.http, development: development, confirmed: ["deploy"], ["--deploy-delay", "1s"])
    try live.session.write(development, to: "a.ckdb")
    let unconfirmed = try live.session.run("schema", "deploy", "a.ckdb")
    #expect(unconfirmed.status == 2 && unconfirmed.err.contains("pass --confirm iCloud.org.example.celestra"))
    #expect(try live.session.run("schema", "deploy", "a.ckdb", "--confirm", "iCloud.org.example.other").status == 2)
    let run = try live.session.run("schema", "deploy", "a.ckdb", "--confirm", Session.liveContainer)
    #expect(run.status == 0 && run.out.contains("deployed: production of iCloud.org.example.celestra matches a.ckdb"))
    #expect(try live.session.contents("a.ckdb.production.bak").contains("RECORD TYPE Feed"))
    // As after a run that ended before it updated the baseline.
    try live.session.write(LiveSession.export, to: "baseline.ckdb")
    let again = try live.session.run(
      "schema", "deploy", "a.ckdb", "--confirm", Session.liveContainer, "--baseline", "baseline.ckdb")
    #expect(again.status == 0 && again.out.hasPrefix("nothing to deploy"), "\(again)")
    #expect(try live.session.contents("baseline.ckdb").contains("site"))
    #expect(try live.writes() == ["deploy 202"])
  }

  @Test(
    "a deployment waits until a person deploys", .enabled(if: TestProgram("curl") != nil, "curl is missing"))
  func waiting() throws {
    let development = LiveSession.export.replacing("title ", with: "site            STRING,\n        title ")
    let live = try LiveSession(.http, development: development)
    try live.session.write(development, to: "a.ckdb")
    let (out, err) = (live.session.folder.appending(path: "out"), live.session.folder.appending(path: "err"))
    let process = try live.session.start(["schema", "deploy", "a.ckdb", "--wait", "10m"], out: out, err: err)
    live.wait(forRequests: 3, from: process)
    try live.deployInConsole()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try live.session.contents("err").contains("5. Run 'celestra-admin schema deploy --verify-only a.ckdb'"))
    #expect(try live.session.contents("out").hasSuffix("; the previous schema is a.ckdb.production.bak\n"))
  }

  @Test("a deployment fails if production changes to something else")
  func somethingElse() throws {
    let development = LiveSession.export.replacing("title ", with: "site            STRING,\n        title ")
    let live = try LiveSession(
      .http, development: development, ["--management-fault", "production-changes/export=3"])
    try live.session.write(development, to: "a.ckdb")
    let run = try live.session.run("schema", "deploy", "a.ckdb", "--wait", "10m")
    #expect(run.status == 1)
    #expect(run.out.contains("record type Intruder"), "\(run)")
    #expect(run.out.contains("not deployed: production of"))
  }

  @Test("a deployment that a signal stops while it waits can be run again", arguments: [SIGINT, SIGHUP])
  func interrupted(signal: Int32) throws {
    let development = LiveSession.export.replacing("title ", with: "site            STRING,\n        title ")
    let live = try LiveSession(.http, development: development)
    try live.session.write(development, to: "a.ckdb")
    let (out, err) = (live.session.folder.appending(path: "out"), live.session.folder.appending(path: "err"))
    let process = try live.session.start(["schema", "deploy", "a.ckdb", "--wait", "10m"], out: out, err: err)
    live.wait(forRequests: 3, from: process)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(try live.session.contents("err").contains("stopped"))
    #expect(try live.session.run("schema", "deploy", "a.ckdb", "--stage-only").status == 0)
  }

  @Test("after Ctrl-C while an import takes effect, a push says that it was sent, and sends nothing again")
  func interruptedPush() throws {
    let live = try LiveSession(.http, confirmed: ["import"], ["--import-delay", "60s"])
    let file = LiveSession.export.replacing("title ", with: "site            STRING,\n        title ")
    try live.session.write(file, to: "a.ckdb")
    let (out, err) = (live.session.folder.appending(path: "out"), live.session.folder.appending(path: "err"))
    let process = try live.session.start(["schema", "push", "a.ckdb", "--yes"], out: out, err: err)
    live.wait(forRequests: 5, from: process)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(try live.session.contents("err").contains("the import was sent: 'schema status' shows whether"))
    let second = try live.session.run("schema", "push", "a.ckdb", "--yes")
    #expect(second.status == 2 && second.err.contains("an earlier run sent the import at "), "\(second)")
    #expect(try live.writes() == ["schema 202"])
  }

  @Test("a file with uncommitted changes is pulled over only with --force")
  func dirty() throws {
    let live = try LiveSession(.http)
    let git = try #require(TestProgram("git"))
    let file = LiveSession.export.replacing("title ", with: "site            STRING,\n        title ")
    try live.session.write(file, to: "a.ckdb")
    for arguments in [["init", "-q"], ["config", "status.showUntrackedFiles", "no"]] {
      #expect(try git.run(arguments, in: live.session.folder).status == 0)
    }
    try live.session.write("", to: "links/.keep")
    try FileManager.default.createSymbolicLink(
      atPath: live.session.path("links/a.ckdb"), withDestinationPath: "../a.ckdb")
    for name in ["a.ckdb", "links/a.ckdb"] {
      let run = try live.session.run("schema", "pull", name)
      #expect(run.status == 2 && run.err.contains("\(name) has uncommitted changes"), "\(run)")
      #expect(try live.session.contents("a.ckdb") == file)
    }
    #expect(try live.session.run("schema", "pull", "a.ckdb", "--force", "--raw").status == 0)
    #expect(try live.session.contents("a.ckdb") == LiveSession.export)
    #expect(try live.session.contents("a.ckdb.bak") == file)
  }

  @Test("a file in a repository that git does not trust is pulled over only with --force")
  func untrusted() throws {
    let live = try LiveSession(.cktool)
    try live.session.write(Self.changed, to: "a.ckdb")
    try live.session.write(
      "#!/bin/sh\necho 'git config --global --add safe.directory x' >&2; exit 128\n", to: "bin/git")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: live.session.path("bin/git"))
    let run = try live.session.run("schema", "pull", "a.ckdb")
    #expect(run.status == 2 && run.err.contains("git does not trust the owner of its repository"), "\(run)")
    #expect(try live.session.contents("a.ckdb") == Self.changed)
    #expect(try live.session.run("schema", "pull", "a.ckdb", "--force").status == 0)
  }

  @Test(
    "a drift check that cannot read the live schema exits with 2",
    arguments: ["html", "truncated", "redirect", "expired"])
  func unknown(fault: String) throws {
    let live = try LiveSession(.http, ["--management-fault", fault])
    try live.session.write(LiveSession.export, to: "a.ckdb")
    let run = try live.session.run("schema", "drift", "a.ckdb")
    #expect(run.status == 2 && run.out == "", "\(run)")
    #expect(!run.err.contains(Session.managementToken))
  }

  @Test("an export that is not a schema and a schema file that does not exist end a drift check with 2")
  func unreadable() throws {
    let live = try LiveSession(.cktool, production: "DEFINE SCHEMA\nRECORD TYPE Feed ( title STRNG );\n")
    try live.session.write(LiveSession.export, to: "a.ckdb")
    let run = try live.session.run("schema", "drift", "a.ckdb")
    #expect(run.status == 2 && run.out == "")
    #expect(run.err.contains("cannot read the export of production of iCloud.org.example.celestra"), "\(run)")
    let missing = try live.session.run("schema", "drift", "b.ckdb")
    #expect(missing.status == 2 && missing.err.contains("no such file"))
  }

  @Test("after Ctrl-C, a read that waits for its answer ends")
  func interruptedRead() throws {
    let live = try LiveSession(.http, ["--latency", "600s"])
    try live.session.write(LiveSession.export, to: "a.ckdb")
    let (out, err) = (live.session.folder.appending(path: "out"), live.session.folder.appending(path: "err"))
    let process = try live.session.start(["schema", "drift", "a.ckdb"], out: out, err: err)
    live.wait(forRequests: 1, from: process)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(try live.session.contents("err").contains("error: stopped"))
  }

  @Test("drift is reported in every format of findings")
  func formats() throws {
    let live = try LiveSession(.http)
    try live.session.write(Self.changed, to: "a.ckdb")
    for format in ["text", "json", "sarif", "github", "junit", "markdown"] {
      let run = try live.session.run("schema", "drift", "a.ckdb", "--format", format)
      #expect(run.status == 1 && run.err == "")
      #expect(run.out.contains("field-type-drift") && run.out.contains("a.ckdb"), "\(format): \(run.out)")
    }
  }

  @Test("two runs do not change a container at once")
  func atOnce() throws {
    let live = try LiveSession(.http, confirmed: ["import"], ["--import-delay", "3s"])
    let file = LiveSession.export.replacing("title ", with: "site            STRING,\n        title ")
    try live.session.write(file, to: "a.ckdb")
    let (out, err) = (live.session.folder.appending(path: "out"), live.session.folder.appending(path: "err"))
    let process = try live.session.start(["schema", "push", "a.ckdb", "--yes"], out: out, err: err)
    live.wait(forRequests: 4, from: process)
    let second = try live.session.run("schema", "push", "a.ckdb", "--yes")
    process.waitUntilExit()
    #expect(second.status == 2 && second.err.contains("another run is changing the schema"), "\(second)")
    #expect(process.terminationStatus == 0)
    #expect(try live.writes() == ["schema 202"])
  }
}
