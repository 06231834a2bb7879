import Foundation
import TestEnvironment
import Testing

@Suite("The action that checks schemas", .enabled(if: TestProgram("curl") != nil && TestProgram("tar") != nil))
struct SchemaActionTests {
  /// A folder with the action, a release of it that contains a script, and a schema file.
  private static func session() throws -> Session {
    let session = try Session()
    try FileManager.default.copyItem(
      at: Session.root.appending(path: ".github/actions/schema"), to: session.folder.appending(path: "action"))
    try session.write("#!/bin/sh\nprintf '<%s>' \"$@\"\n", to: "release.sh")
    try session.write("DEFINE SCHEMA\n", to: "a.ckdb")
    let script = """
      set -e
      case "$(uname -s)" in Darwin) system=macos-universal ;; *) system=linux-$(uname -m | sed s/aarch64/arm64/) ;; esac
      name=celestra-admin-9.8.7-$system
      mkdir -p "$name" releases/v9.8.7
      install -m 755 release.sh "$name/celestra-admin"
      tar -czf "releases/v9.8.7/$name.tar.gz" "$name"
      if command -v shasum >/dev/null; then sum='shasum -a 256'; else sum=sha256sum; fi
      cd releases/v9.8.7 && $sum "$name.tar.gz" >../../action/SHA256SUMS
      """
    let made = try #require(TestProgram("bash")).run(["-c", script], in: session.folder)
    #expect(made.status == 0, "\(made.text)")
    return session
  }

  private static func check(_ session: Session) throws -> TestProgram.Result {
    try #require(TestProgram("bash")).run(
      ["action/check"], in: session.folder,
      environment: [
        "INPUT_FILES": "*.ckdb\n\n a b/**/*.ckdb", "INPUT_FAIL_ON": "error", "INPUT_FORMAT": "", "CELESTRA_ADMIN": "",
        "RELEASES": session.folder.appending(path: "releases").absoluteString, "RUNNER_TEMP": session.path("temp"),
        "GITHUB_OUTPUT": "",
      ])
  }

  @Test("takes the released program")
  func released() throws {
    let result = try Self.check(Self.session())
    #expect(result.status == 0, "\(result.text)")
    #expect(result.out == "<schema><lint><--fail-on><error><--><a.ckdb>< a b/**/*.ckdb>")
  }

  @Test("stops if the checksum of the release file differs")
  func changed() throws {
    let session = try Self.session()
    let change = "printf x >> releases/v9.8.7/*.tar.gz"
    #expect(try #require(TestProgram("bash")).run(["-c", change], in: session.folder).status == 0)
    let result = try Self.check(session)
    #expect(result.status == 2 && result.out == "")
    #expect(result.errors.contains("its checksum differs from SHA256SUMS"))
  }

  @Test("stops if the release file cannot be downloaded")
  func missing() throws {
    let session = try Self.session()
    try FileManager.default.removeItem(atPath: session.path("releases"))
    let result = try Self.check(session)
    #expect(result.status == 2 && result.out == "")
    #expect(result.errors.contains("cannot download"))
  }
}
