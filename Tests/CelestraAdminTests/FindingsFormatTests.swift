import Foundation
import Testing

@Suite("Formats of findings")
struct FindingsFormatTests {
  private static let bad = "DEFINE SCHEMA\nRECORD TYPE T (\n  a STRNG,\n  \"😀\" INT64,\n  c ASSET QUERYABLE\n);\n"

  /// A file with two errors and a warning, whose name needs escaping, and a file without findings.
  private static func session() throws -> Session {
    let session = try Session()
    try session.write(bad, to: "b:d,1%.ckdb")
    try session.write("DEFINE SCHEMA\nRECORD TYPE T ( a STRING );\n", to: "good.ckdb")
    return session
  }

  @Test(
    "a format is written as expected",
    arguments: [
      (
        "github",
        """
        ::error file=b%3Ad%2C1%25.ckdb,line=3,col=5,endLine=3,endColumn=10,title=unknown-type::unknown type \
        'STRNG'%0Adid you mean STRING?
        ::error file=b%3Ad%2C1%25.ckdb,line=4,col=3,endLine=4,endColumn=7,title=invalid-name::'😀' is not a valid name%0Aa \
        name starts with a letter, followed by letters, digits, and underscores
        ::warning file=b%3Ad%2C1%25.ckdb,line=5,col=11,endLine=5,endColumn=20,title=asset-index::CloudKit is likely to \
        refuse QUERYABLE on ASSET%0Aassets cannot be queried; remove the option
        2 errors, 1 warning

        """
      ),
      (
        "markdown",
        """
        <!-- celestra-admin schema validate -->
        ### `schema validate`: 2 errors, 1 warning

        | | place | finding | rule |
        |---|---|---|---|
        | error | b:d,1%.ckdb:3:5 | unknown type 'STRNG'<br>did you mean STRING? | unknown-type |
        | error | b:d,1%.ckdb:4:3 | '😀' is not a valid name<br>a name starts with a letter, followed by letters, digits, and underscores | \
        invalid-name |
        | warning | b:d,1%.ckdb:5:11 | CloudKit is likely to refuse QUERYABLE on ASSET<br>assets cannot be queried; \
        remove the option | asset-index |

        """
      ),
    ])
  func text(format: String, expected: String) throws {
    let run = try Self.session().run("schema", "validate", "b:d,1%.ckdb", "good.ckdb", "--format", format)
    #expect(run == Session.Transcript(status: 1, out: expected, err: ""))
  }

  @Test("the fingerprint of a finding does not depend on lines and other fields")
  func fingerprints() throws {
    let session = try Session()
    func fingerprints(_ text: String) throws -> [String] {
      try session.write(text, to: "bad.ckdb")
      let log = try session.run("schema", "validate", "./bad.ckdb", "--format", "sarif").out
      return log.matches(of: #/"findingHash/v1" : "(\w+)"/#).map { String($0.output.1) }
    }
    let before = try fingerprints("DEFINE SCHEMA\nRECORD TYPE T (\n  a STRNG,\n  b STRNG\n);\n")
    #expect(Set(before).count == 2)
    let after = try fingerprints("DEFINE SCHEMA\n\n\nRECORD TYPE T (\n  z STRING,  a STRNG,\n  b STRNG\n);\n")
    #expect(after == before)
  }

  @Test("a SARIF log follows its published schema")
  func sarif() throws {
    let session = try Self.session()
    #expect(try session.run("schema", "validate", "b:d,1%.ckdb", "good.ckdb", "--format", "sarif=a").status == 1)
    #expect(try session.run("schema", "validate", "good.ckdb", "--format", "sarif=b").status == 0)
    for file in ["a", "b"] { #expect(try PublishedSchema.sarif.complaints(about: session.path(file)) == []) }
    let log = try session.read("a")
    #expect(log.contains(#""uri" : "b%3Ad,1%25.ckdb""#))
    #expect(log.contains(#""id" : "celestra-admin schema validate/""#))
    #expect(log.contains(#""text" : "STRING""#))
    // Code scanning shows it beside a finding.
    let help = "\"text\" : \"Why: Asset contents are not indexed.".prefix(16)
    #expect(log.contains(help) && log.contains("**Remedy:**") && log.contains("**Bad**\\n\\n```\\nDEFINE SCHEMA"))
  }

  @Test("a JUnit document follows its published schema")
  func junit() throws {
    let session = try Self.session()
    try session.write("DEFINE SCHEMA\nRECORD TYPE \"<&\u{1}\u{FFFE}>\" ( a STRING );\n", to: "<&\"'>.ckdb")
    let files = ["b:d,1%.ckdb", "good.ckdb", "<&\"'>.ckdb"]
    #expect(try session.run(["schema", "validate"] + files + ["--format", "junit=out.xml"]).status == 1)
    #expect(try PublishedSchema.junit.complaints(about: session.path("out.xml")) == [])
    let document = try session.read("out.xml")
    #expect(document.contains(#"tests="2" failures="2" errors="0""#))
    #expect(document.contains("<testcase name=\"schema validate\" classname=\"good.ckdb\" time=\"0\"/>"))
  }

  @Test("several formats have their own destinations, and files are written atomically")
  func several() throws {
    let session = try Self.session()
    try session.write("old", to: "out.md")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: session.path("out.md"))
    try FileManager.default.createSymbolicLink(atPath: session.path("link.md"), withDestinationPath: "out.md")
    let formats = ["--format", "github", "--format", "markdown=link.md", "--format", "json=out.json"]
    #expect(try session.run(["schema", "validate", "good.ckdb"] + formats).out == "")
    #expect(try session.read("out.md") == "")
    let attributes = try FileManager.default.attributesOfItem(atPath: session.path("out.md"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try session.read("out.json").hasPrefix("{"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: session.folder.path).filter { $0.hasPrefix(".out.") } == [])
    // A link to a pipe is written, not replaced.
    mkfifo(session.path("pipe"), 0o600)
    try FileManager.default.createSymbolicLink(atPath: session.path("stdout"), withDestinationPath: "pipe")
    let reader = open(session.path("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(try session.run("schema", "validate", "b:d,1%.ckdb", "--format", "text=stdout").status == 1)
    #expect(FileHandle(fileDescriptor: reader).availableData.starts(with: Data("b:d,1%".utf8)))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: session.path("stdout")) == "pipe")
    #expect(
      try session.run("schema", "validate", "good.ckdb", "--format", "json=no/where.json")
        == Session.Transcript(
          status: 2, out: "",
          err: "celestra-admin: error: cannot write no/where.json: no such file or directory\n"))
  }

  @Test("a format for /dev/stdout is printed with the other one, also if standard output is a file")
  func standardOutput() throws {
    let session = try Self.session()
    let command = ["schema", "validate", "b:d,1%.ckdb", "--format"]
    let (text, json) = (try session.run(command + ["text"]).out, try session.run(command + ["json"]).out)
    #expect(try session.run(command + ["json=/dev/stdout", "--format", "text"]).out == json + text)
    #expect(try session.run(command + ["text", "--format", "json=/dev/stdout"]).out == text + json)
  }

  @Test(
    "ambiguous formats are usage errors",
    arguments: [["text", "json"], ["json=a", "sarif=a"], ["xml"], ["json="]])
  func refused(formats: [String]) throws {
    let run = try Self.session().run(["schema", "validate", "good.ckdb"] + formats.flatMap { ["--format", $0] })
    #expect(run.status == 64)
  }

  @Test("annotations have no control characters")
  func controls() throws {
    let session = try Session()
    let name = "a\u{1B}[31m.ckdb"
    try session.write("DEFINE SCHEMA\nRECORD TYPE T ( \"a\u{1B}[0m\" STRING );\n", to: name)
    let run = try session.run("schema", "validate", name, "--format", "github")
    #expect(run.status == 1 && !run.out.contains("\u{1B}"))
    #expect(run.out.contains("file=a\u{FFFD}[31m.ckdb,"))
  }

  @Test("annotations stop at ten of a level, and the job summary lists all findings")
  func many() throws {
    let session = try Session()
    let fields = (1...12).map { "  f\($0) ASSET QUERYABLE" }.joined(separator: ",\n")
    try session.write("DEFINE SCHEMA\nRECORD TYPE T (\n\(fields),\n  last STRNG\n);\n", to: "a.ckdb")
    session.environment["GITHUB_STEP_SUMMARY"] = session.path("summary.md")
    try session.write("before\n", to: "summary.md")
    let lines = try session.run("schema", "validate", "a.ckdb", "--format", "github").out.split(separator: "\n")
    #expect(lines.map { $0.prefix(6) }.first == "::erro")
    #expect(lines.count { $0.hasPrefix("::warning ") } == 10)
    #expect(
      lines.suffix(2) == ["2 more of level warning; --format json lists all", "1 error, 12 warnings"])
    let summary = try session.read("summary.md")
    #expect(summary.hasPrefix("before\n<!-- celestra-admin schema validate -->\n"))
    #expect(summary.split(separator: "\n").count { $0.hasPrefix("| warning |") } == 12)
    let limited = try session.run("schema", "validate", "a.ckdb", "--format", "github", "--limit", "4").out
    #expect(
      limited.hasSuffix("\n9 more of level warning; --format json lists all\n1 error, 12 warnings\n"), "\(limited)")
  }

  @Test("twenty thousand findings on one line are counted, and a comment stays below its size limit")
  func bounded() throws {
    let session = try Session()
    let fields = (0..<20_000).map { "f\($0) STRNG" }.joined(separator: ", ")
    try session.write("DEFINE SCHEMA\nRECORD TYPE T ( \(fields) );\n", to: "a.ckdb")
    let run = try session.run("schema", "validate", "a.ckdb", "--format", "markdown", "--format", "json=a.json")
    #expect(run.status == 1)
    #expect(run.out.utf8.count < 60_000)
    #expect(run.out.contains(" more not shown; `--format json` lists all.\n"))
    #expect(run.out.hasSuffix("\n19000 more hidden by `--limit`.\n"))
  }
}
