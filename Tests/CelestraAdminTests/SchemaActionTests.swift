import Foundation
import TestEnvironment
import Testing

/// The scripts of the actions with the tools of this machine. `.ci/examples` runs whole workflows, on Linux.
@Suite("The actions that check schemas", .enabled(if: TestProgram("curl") != nil && TestProgram("tar") != nil))
struct SchemaActionTests {
  private static let actions = Session.root.appending(path: ".github/actions")

  /// A folder with the action, a release of it that contains a script, and its checksum.
  private static func release() throws -> Session {
    let session = try Session()
    try FileManager.default.copyItem(at: actions.appending(path: "setup"), to: session.folder.appending(path: "action"))
    try session.write("#!/bin/sh\necho released\n", to: "release.sh")
    let script = """
      set -e
      case "$(uname -s)" in Darwin) system=macos-universal ;; *) system=linux-$(uname -m | sed s/aarch64/arm64/) ;; esac
      name=ckdb-9.8.7-$system
      mkdir -p "$name" releases/v9.8.7
      install -m 755 release.sh "$name/ckdb"
      tar -czf "releases/v9.8.7/$name.tar.gz" "$name"
      if command -v shasum >/dev/null; then sum='shasum -a 256'; else sum=sha256sum; fi
      cd releases/v9.8.7 && $sum "$name.tar.gz" >../../action/SHA256SUMS
      """
    let made = try #require(TestProgram("bash")).run(["-c", script], in: session.folder)
    #expect(made.status == 0, "\(made.text)")
    return session
  }

  private static func install(_ session: Session, program: String = "ckdb") throws -> TestProgram.Result {
    try #require(TestProgram("bash")).run(
      ["action/install"], in: session.folder,
      environment: [
        "INPUT_PROGRAM": program, "RELEASES": session.folder.appending(path: "releases").absoluteString,
        "RUNNER_TEMP": session.path("temp"), "GITHUB_PATH": session.path("path"),
      ])
  }

  @Test("setup adds the released program to the path")
  func released() throws {
    let session = try Self.release()
    let result = try Self.install(session)
    #expect(result.status == 0 && result.out == "released\n", "\(result.text)")
    let folder = try session.read("path").trimmingCharacters(in: .newlines)
    #expect(FileManager.default.isExecutableFile(atPath: folder + "/ckdb"))
  }

  @Test(
    "setup refuses what is not the released file, and says what to do",
    arguments: [
      ("printf x >> releases/v9.8.7/*.tar.gz", "its checksum differs from SHA256SUMS"),
      ("rm -r releases", "cannot download"),
      ("rm action/SHA256SUMS", "use a tag such as"),
      ("echo > action/SHA256SUMS", "this release has no ckdb for"),
    ])
  func refused(change: String, message: String) throws {
    let session = try Self.release()
    #expect(try #require(TestProgram("bash")).run(["-c", change], in: session.folder).status == 0)
    let result = try Self.install(session)
    #expect(result.status == 2 && result.errors.contains("::error title=Set up ckdb::"))
    #expect(result.errors.contains(message))
    #expect(!FileManager.default.fileExists(atPath: session.path("path")))
  }

  @Test("setup refuses other programs", arguments: ["", "ckdb other"])
  func programs(names: String) throws {
    #expect(try Self.install(Self.release(), program: names).errors.contains("::error title=Set up ckdb::"))
  }

  @Test("check writes the plan from production into the summary")
  func summary() throws {
    let session = try Session()
    try session.write("DEFINE SCHEMA RECORD TYPE T ( a STRING, GRANT READ TO \"_world\" );\n", to: "s/production.ckdb")
    try session.write("DEFINE SCHEMA RECORD TYPE T ( a INT64, GRANT READ TO \"_world\" );\n", to: "s/schema.ckdb")
    #expect(try session.ckdb("format", "--write", "s/schema.ckdb").status == 0)
    #expect(try #require(TestProgram("git")).run(["init", "-q"], in: session.folder).status == 0)
    #expect(try #require(TestProgram("git")).run(["add", "."], in: session.folder).status == 0)
    let program = try #require(TestProgram(product: "ckdb")).file.deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let result = try #require(TestProgram("bash")).run(
      [Self.actions.appending(path: "check/run").path], in: session.folder,
      environment: [
        "PATH": "\(program):\(path)", "GITHUB_STEP_SUMMARY": session.path("summary.md"), "INPUT_SCHEMA": "",
        "INPUT_PRODUCTION": "", "INPUT_QUERIES": "", "INPUT_MODEL": "", "GITHUB_BASE_REF": "", "PULL_REQUEST": "",
        "GITHUB_OUTPUT": session.path("outputs"), "RUNNER_TEMP": session.path("temp"),
      ])
    #expect(result.status == 1 && result.out.contains("::error file=s/schema.ckdb,line="), "\(result.text)")
    let summary = try session.read("summary.md")
    #expect(summary.hasPrefix("## Checks of `s/schema.ckdb`: plan failed\n"))
    #expect(summary.contains("| format | formatted |") && summary.contains("| refused | T.a: STRING → INT64 |"))
    let sarif = try session.read("outputs").dropFirst("sarif=".count).trimmingCharacters(in: .newlines)
    #expect(try FileManager.default.contentsOfDirectory(atPath: sarif).sorted() == ["lint.sarif", "plan.sarif"])
  }
}
