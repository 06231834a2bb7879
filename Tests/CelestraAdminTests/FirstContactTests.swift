import Foundation
import TestEnvironment
import Testing

@testable import CelestraAdmin

@Suite("First contact with celestra-admin")
struct FirstContactTests {
  @Test("the program alone says in ten lines what to do first")
  func alone() throws {
    let result = try Session().run()
    #expect(result == .init(status: 0, out: FirstSteps.text, err: ""))
    #expect(result.out.split(separator: "\n", omittingEmptySubsequences: false).count <= 10)
    #expect(result.out.contains("celestra-admin schema lint") && result.out.contains("celestra-admin init"))
  }

  @Test(
    "a file that the program opens does not become a closed standard stream",
    arguments: [
      ("schema lint a.ckdb --format json >&-", "cannot write the output: bad file descriptor"),
      ("schema format --check a.ckdb >&-", "cannot write the output: bad file descriptor"),
      ("--version >&-", "cannot write the output: bad file descriptor"),
      ("help seed >&-", "cannot write the output: bad file descriptor"),
      (">&-", "cannot write the output: bad file descriptor"),
      ("schema format - <&-", "cannot read -: bad file descriptor; check its permissions"),
    ])
  func closedStreams(command: String, message: String) throws {
    let session = try Session()
    try session.write("DEFINE SCHEMA\nRECORD TYPE A (x STRING);\n", to: "a.ckdb")
    let program = try Session.program().file.path
    let result = try #require(TestProgram("sh")).run(["-c", "\"$0\" \(command)", program], in: session.folder)
    #expect(result.status == 2)
    #expect(result.errors == "celestra-admin: error: \(message)\n")
  }

  @Test("a reader that closes the pipe is no failure", arguments: ["--version", "help", ""])
  func closedPipe(command: String) throws {
    let session = try Session()
    let program = try Session.program().file.path
    // The reader opens the pipe, and is gone when the program writes.
    let script = "mkfifo f; : <f & exec 3>f; wait; \"$0\" \(command) >&3; echo $? >&2"
    let result = try #require(TestProgram("sh")).run(["-c", script, program], in: session.folder)
    #expect(result.errors == "0\n")
  }

  @Test("help lists every command in a group")
  func groups() throws {
    let session = try Session()
    let help = try session.run("help")
    #expect(help.status == 0 && help.err == "")
    let heads = help.out.split(separator: "\n").filter { $0.hasSuffix("SUBCOMMANDS:") }
    #expect(
      heads
        == ["SCHEMA", "CATALOG", "ARTICLES AND HEALTH", "CONTAINER", "DEVELOPMENT"].map {
          "\($0) SUBCOMMANDS:"
        })
    // A command outside the groups would be listed under this head.
    #expect(!help.out.contains("\nSUBCOMMANDS:\n"))
  }

  @Test("--version prints the version, the origin and the version of Swift in one line")
  func version() throws {
    let session = try Session()
    let result = try session.run("--version")
    #expect(result.status == 0 && result.err == "")
    let form = #/celestra-admin \d+\.\d+\.\d+ \((development build|commit [0-9a-f]{12}), Swift \d+\.\d+\)\n/#
    #expect(result.out.wholeMatch(of: form) != nil, "\(result.out)")
    // Before a command the parser prints it.
    #expect(try session.run("schema", "--version").out == result.out)
  }

  @Test(
    "a mistyped command or option names the right one",
    arguments: [
      (["semad"], "unknown command 'semad'; 'celestra-admin help' lists the commands"),
      (["sead"], "unknown command 'sead'; did you mean 'celestra-admin seed'?"),
      (["schema", "lnit", "x"], "unknown command 'lnit'; did you mean 'celestra-admin schema lint'?"),
      (["schema", "foo"], "unknown command 'foo'; 'celestra-admin help schema' lists the commands"),
      (["lint", "x.ckdb"], "unknown command 'lint'; did you mean 'celestra-admin schema lint'?"),
      (["help", "schmea"], "unknown command 'schmea'; did you mean 'celestra-admin schema'?"),
      (["help", "schema", "lnit"], "unknown command 'lnit'; did you mean 'celestra-admin schema lint'?"),
      (["--hlep"], "unknown option '--hlep'; did you mean '--help'?"),
      (["version"], "unknown command 'version'; did you mean 'celestra-admin --version'?"),
      (["-v"], "unknown option '-v'; did you mean '--version'?"),
      (["-V"], "unknown option '-V'; did you mean '--version'?"),
      (["--verison"], "unknown option '--verison'; did you mean '--version'?"),
    ])
  func suggestions(arguments: [String], message: String) throws {
    let result = try Session().run(arguments)
    #expect(result == .init(status: 64, out: "", err: "celestra-admin: error: \(message)\n"))
  }

  @Test("an option of a command is suggested by the parser")
  func option() throws {
    let result = try Session().run("schema", "lint", "--formt", "json", "x.ckdb")
    #expect(result.status == 64)
    #expect(result.err.hasPrefix("celestra-admin: error: Unknown option '--formt'. Did you mean '--format'?\n"))
  }

  @Test("a kind of record in the place of the first file needs files")
  func kind() throws {
    let result = try Session().run("seed", "feeds")
    #expect(result.status == 64 && result.err.contains("name the files to seed feeds from"), "\(result)")
  }
}
