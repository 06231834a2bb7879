import Foundation
import TestEnvironment
import Testing

@Suite("The end of the terminal")
struct HangUpTests {
  /// Runs `schema validate` of a pipe, which the program opens after it has set its signals, and sends it SIGHUP.
  private static func run(after prefix: String = "") throws -> (status: Int32, err: String) {
    let session = try Session()
    try session.write("DEFINE SCHEMA RECORD TYPE A (a STRING);\n", to: "a.ckdb")
    let script = """
      mkfifo pipe; \(prefix)
      "$0" schema validate pipe 2>err &
      exec 3>pipe; kill -HUP $!
      until [ -s err ] || [ "$1" ] || ! kill -0 $!; do :; done
      cat a.ckdb >&3; exec 3>&-; wait $!
      """
    let run = try #require(TestProgram("sh")).run(
      ["-c", script, Session.program().file.path, prefix], in: session.folder, environment: session.environment)
    return (run.status, try session.contents("err"))
  }

  @Test("a program stops at its next batch")
  func stops() throws {
    #expect(try Self.run().err == "\nstopping after the current batch; press Ctrl-C again to stop immediately\n")
  }

  @Test("a program that nohup started goes on")
  func survives() throws {
    #expect(try Self.run(after: "trap '' HUP") == (0, ""))
  }
}
