import Foundation
import TestEnvironment
import Testing

@Suite("Commands on live schemas")
struct LiveSchemaCommandTests {
  private static let changed = LiveSession.export.replacing("title           STRING", with: "title           INT64 ")

  private static let added = LiveSession.export.replacing(
    "title ", with: "site            STRING,\n        title ")

  @Test("over HTTP, a push and a reset send nothing and name cktool and CloudKit Console")
  func readOnly() throws {
    let live = try LiveSession(.http)
    try live.session.write(Self.added, to: "a.ckdb")
    for arguments in [["push", "a.ckdb", "--yes"], ["reset", "a.ckdb", "--confirm", Session.liveContainer]] {
      let run = try live.session.run(["schema"] + arguments)
      #expect(run.status == 2 && run.out == "")
      #expect(run.err.contains("cannot change a schema over HTTP: run the command on a Mac with Xcode"), "\(run)")
    }
    #expect(live.emulator?.endedLog().contains("/v1/") == false)
  }

  @Test("a push that production would refuse imports nothing, and shows the way round")
  func refusedByProduction() throws {
    let live = try LiveSession(.cktool)
    try live.session.write(Self.changed, to: "a.ckdb")
    let text = try live.run("schema", "push", "a.ckdb", "--yes")
    #expect(text.contains("refused  Feed.title: STRING → INT64\n    a field in production keeps its type"), "\(text)")
    #expect(text.hasSuffix("nothing was changed: production would refuse a.ckdb (via WAY)\nexit 1\n"))
    #expect(try live.writes() == [])
  }

  @Test("reading gives the same results over HTTP as with cktool", arguments: ["pull", "drift", "status", "deploy"])
  func reading(verb: String) throws {
    let texts = try LiveSession.Way.allCases.map { way in
      let live = try LiveSession(way, development: Self.added)
      try live.session.write(verb == "pull" ? LiveSession.export : Self.added, to: "a.ckdb")
      return try live.run("schema", verb, "a.ckdb") + live.session.contents("a.ckdb")
    }
    #expect(texts[0] == texts[1])
  }

  @Test(
    "a drift check waits until a person deploys, and the plan before it names that check",
    .enabled(
      if: TestProgram("curl") != nil, "curl is missing"))
  func waiting() throws {
    let live = try LiveSession(.http, development: Self.added)
    try live.session.write(Self.added, to: "a.ckdb")
    let plan = try live.session.run("schema", "deploy", "a.ckdb")
    #expect(plan.status == 0 && plan.out.contains("5. Run 'celestra-admin schema drift --wait 10m a.ckdb'"), "\(plan)")
    let (out, err) = (live.session.folder.appending(path: "out"), live.session.folder.appending(path: "err"))
    let process = try live.session.start(["schema", "drift", "a.ckdb", "--wait", "10m"], out: out, err: err)
    live.wait(forRequests: 3, from: process)
    try live.deployInConsole(Self.added)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try live.session.contents("out").hasPrefix("no drift: production of iCloud.org.example.celestra"))
  }

  @Test("at the end of its time, a drift check that waits shows the differences")
  func somethingElse() throws {
    let live = try LiveSession(.http, production: LiveSession.export + "RECORD TYPE Intruder ( x STRING );\n")
    try live.session.write(LiveSession.export, to: "a.ckdb")
    let run = try live.session.run("schema", "drift", "a.ckdb", "--wait", "0s")
    #expect(run.status == 1 && run.out.contains("record type Intruder"), "\(run)")
    #expect(try live.session.run("schema", "drift", "a.ckdb", "--wait", "soon").status == 64)
  }

  @Test("a drift check that a signal stops while it waits exits with 2", arguments: [SIGINT, SIGHUP])
  func interrupted(signal: Int32) throws {
    let live = try LiveSession(.http, development: Self.added)
    try live.session.write(Self.added, to: "a.ckdb")
    let (out, err) = (live.session.folder.appending(path: "out"), live.session.folder.appending(path: "err"))
    let process = try live.session.start(["schema", "drift", "a.ckdb", "--wait", "10m"], out: out, err: err)
    live.wait(forRequests: 1, from: process)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(try live.session.contents("err").contains("stopped"))
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
    #expect(try live.session.run("schema", "pull", "a.ckdb", "--force").status == 0)
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

  @Test("what only development has is to be pulled: a push would delete it")
  func onlyInDevelopment() throws {
    let live = try LiveSession(.cktool, development: Self.added)
    try live.session.write(LiveSession.export, to: "a.ckdb")
    let status = try live.run("schema", "status", "a.ckdb")
    let advice = "'schema pull --environment development' keeps it, 'schema push' deletes it"
    #expect(status.contains("WAY: 1 only in development (\(advice))\n"), "\(status)")
    let deploy = try live.session.run("schema", "deploy", "a.ckdb")
    #expect(deploy.out.contains("run 'schema push', or 'schema pull --environment development' to keep"), "\(deploy)")
  }

  @Test("a deployment whose baseline does not exist is not printed")
  func missingBaseline() throws {
    let live = try LiveSession(.cktool, development: Self.added)
    try live.session.write(Self.added, to: "a.ckdb")
    let run = try live.session.run("schema", "deploy", "a.ckdb", "--baseline", "moved/production.ckdb")
    #expect(run.status == 2 && run.out == "", "\(run)")
    #expect(run.err.contains("cannot read moved/production.ckdb: no such file"), "\(run)")
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
    let live = try LiveSession(.cktool)
    try live.session.write(Self.added, to: "a.ckdb")
    // The second run starts when the first one validates.
    try live.session.write(
      """
      [ "$verb" != validate-schema ] || {
        rm before-call
        '\(try Session.program().file.path)' schema push a.ckdb --yes 2> second
        echo "exit $?" >> second
      }

      """, to: "before-call")
    let run = try live.session.run("schema", "push", "a.ckdb", "--yes")
    #expect(run.status == 0, "\(run)")
    let second = try live.session.contents("second")
    #expect(second.contains("another run is changing the schema") && second.hasSuffix("exit 2\n"), "\(second)")
    #expect(try live.writes() == ["validate-schema", "import-schema"])
  }
}
