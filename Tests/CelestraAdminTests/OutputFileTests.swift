import Foundation
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
}
