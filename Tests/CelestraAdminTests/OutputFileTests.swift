import Foundation
import TestEnvironment
import Testing

@Suite("Files that commands write")
struct OutputFileTests {
  @Test(
    "a container is never replaced by output",
    arguments: [
      "export opml --output FILE", "records export --output FILE", "feeds list --format csv=FILE",
      "score --format json=FILE", "seed list.txt --plan-out FILE", "doctor --offline --format json=FILE",
      "schema lint schema/celestra.ckdb --format json=FILE",
    ])
  func container(command: String) throws {
    let session = try Session(copying: "schema")
    try session.write("https://a.example/feed\n", to: "list.txt")
    #expect(try session.run("seed", "feeds", "list.txt").status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: session.path("link.json"), withDestinationPath: session.path("celestra.sqlite"))
    for file in ["celestra.sqlite", "link.json"] {
      let result = try session.run(command.replacing("FILE", with: file).split(separator: " ").map(String.init))
      #expect(result.status == 2)
      #expect(
        result.err.hasSuffix(
          "cannot write \(file): it is a SQLite database, such as a container; name another file\n"))
      #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["1"])
    }
  }

  @Test(
    "a reader that closes the pipe leaves the files and the exit status as they are",
    arguments: [
      ("feeds list --format text --format json=out.json", 0), ("schema lint bad.ckdb --format json", 1),
      ("schema lint bad.ckdb --format text --format json=out.json", 1),
    ] as [(String, Int32)])
  func closedPipe(command: String, status: Int32) throws {
    let session = try Session(copying: "schema")
    try session.write("https://a.example/feed\n", to: "list.txt")
    #expect(try session.run("seed", "feeds", "list.txt").status == 0)
    try session.write("DEFINE SCHEMA RECORD TYPE A (a STRING;\n", to: "bad.ckdb")
    // The reader closes the pipe before the program starts.
    let script = """
      mkfifo ready; { read -r line <ready; "$0" \(command); echo $? >status; } | { exec <&-; : >ready; }
      """
    let run = try #require(TestProgram("sh")).run(
      ["-c", script, Session.program().file.path], in: session.folder, environment: session.environment)
    #expect(run.out == "" && run.errors == "")
    #expect(try session.contents("status") == "\(status)\n")
    #expect(FileManager.default.fileExists(atPath: session.path("out.json")) == command.hasSuffix("out.json"))
  }
}
