import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview
import Testing

@Suite("Schema rules")
struct SchemaRuleTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/Rules")

  @Test("rules are sorted by unique ids, and each has a fixture with the findings of its bad example")
  func list() throws {
    let ids = Rule.ofSchemas.map(\.id)
    #expect(ids == Set(ids).sorted())
    // Deployment rules share the folder; an example of 128 MB is impractical.
    let all = ids.filter { $0 != "file-too-large" } + Rule.ofDeployments.map(\.id)
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.sorted() == all.map { $0 + ".txt" }.sorted())
  }

  @Test("a rule documents the mistake, the reason, the source and the remedy", arguments: Rule.ofSchemas.map(\.id))
  func documentation(id: String) throws {
    let documentation = try #require(Rule.ofSchemas(named: id))
    #expect(id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
    #expect(!documentation.summary.isEmpty && !documentation.summary.hasSuffix("."))
    #expect(documentation.why.hasSuffix(".") && documentation.remedy.hasSuffix("."))
    #expect(!documentation.source.isEmpty && !documentation.bad.isEmpty && !documentation.good.isEmpty)
    // An assumed rule is never an error.
    #expect(documentation.evidence != .assumed || documentation.severity != .error)
  }

  @Test(
    "the bad example violates only its rule, and the good example violates none",
    arguments: Rule.ofSchemas.filter { ![.acceptance, .merging].contains($0.scope) && $0.id != "file-too-large" }
      .map(\.id))
  func examples(id: String) throws {
    let rule = try #require(Rule.ofSchemas(named: id))
    let bad = Self.source(rule.bad)
    let selection = RuleSelection(select: rule.isOptIn ? [id] : [])
    let found = LintRun(SchemaFile(bad), selection: selection).diagnostics
    #expect(Set(found.map(\.rule)) == [id])
    let frame = CodeFrame(bad)
    let rendered = found.flatMap { [frame.render($0), frame.renderRelated(of: $0)].compactMap(\.self) }
    #expect(try rendered.joined(separator: "\n") + "\n" == Self.expected(id, rendered))
    let good = Self.source(rule.good)
    #expect(LintRun(SchemaFile(good), selection: selection).diagnostics.isEmpty)
  }

  @Test("acceptance rules report the bad example and not the good one")
  func acceptances() throws {
    for rule in Rule.ofSchemas where rule.scope == .acceptance {
      for (file, example) in [("bad.json", rule.bad), ("good.json", rule.good)] {
        let entries = try JSONDecoder().decode(Accepted.self, from: Data(example.utf8)).accepted.map {
          AcceptedFinding(rule: $0.rule, subject: $0.subject, reason: $0.reason, expires: $0.expires)
        }
        let found = AcceptedFindings(entries, file: "bad.json", today: "2026-11-21").outcome(
          of: [], asked: Set(Rule.ofSchemas.map(\.id))
        ).problems
        guard file == "bad.json" else {
          #expect(found.isEmpty)
          continue
        }
        #expect(found.map(\.rule) == [rule.id])
        let rendered = found.map { CodeFrame.renderWithoutFrame($0) }
        #expect(try rendered.joined(separator: "\n") + "\n" == Self.expected(rule.id, rendered))
      }
    }
  }

  private struct Accepted: Decodable {
    struct Entry: Decodable {
      let rule, subject, reason: String
      let expires: String?
    }

    let accepted: [Entry]
  }

  @Test("conflicting files are reported with both places, and consistent files are merged")
  func merges() throws {
    for rule in Rule.ofSchemas where rule.scope == .merging {
      let sources = zip(
        ["base.ckdb", "fragment.ckdb"], rule.bad.components(separatedBy: "--- fragment ---\n")
      ).map { SourceText(name: $0, text: $1) }
      let merge = SchemaMerge(sources.map { SchemaDocument($0) })
      #expect(merge.diagnostics.map(\.rule) == [rule.id] && merge.text == nil)
      let rendered = merge.diagnostics.flatMap { found in
        [CodeFrame(sources[1]).render(found), CodeFrame(sources[0]).renderRelated(of: found)].compactMap(\.self)
      }
      #expect(rendered.count == 2)
      #expect(try rendered.joined(separator: "\n") + "\n" == Self.expected(rule.id, rendered))
      let good = rule.good.components(separatedBy: "--- fragment ---\n")
      #expect(SchemaMerge(good.map { SchemaDocument(SourceText(name: "s", text: $0)) }).text != nil)
    }
  }

  @Test("a selection accepts ids and id prefixes; errors that CloudKit refuses are always reported")
  func selection() {
    let source = SourceText(
      name: "s", text: "DEFINE SCHEMA\nRECORD TYPE t ( Title STRNG, c NUMBER, GRANT READ TO \"_world\" );")
    func rules(_ selection: RuleSelection) -> [String] {
      LintRun(SchemaFile(source), selection: selection).diagnostics.map(\.rule)
    }
    #expect(
      rules(RuleSelection())
        == ["recordid-not-queryable", "type-name-case", "field-name-case", "unknown-type", "number-type"])
    #expect(rules(RuleSelection(select: ["number-type"])) == ["unknown-type", "number-type"])
    #expect(
      rules(RuleSelection(select: ["missing"])) == [
        "missing-type-doc", "missing-field-doc", "unknown-type", "missing-field-doc",
      ])
    #expect(rules(RuleSelection(ignore: ["number", "type", "field", "recordid", "unknown-type"])) == ["unknown-type"])
    #expect(
      RuleSelection(select: ["mis", "missing", "number-type"], ignore: ["nothing"]).unknownPatterns == [
        "mis", "nothing",
      ])
    let severities: [String: Diagnostic.Severity?] = [
      "number-type": .error, "type-name-case": nil as Diagnostic.Severity?,
    ]
    let found = LintRun(SchemaFile(source), selection: RuleSelection(severities: severities)).diagnostics
    #expect(found.first { $0.rule == "number-type" }?.severity == .error)
    #expect(!found.contains { $0.rule == "type-name-case" })
  }

  @Test(
    "a comment documents its field from any place",
    arguments: [
      "// doc\n  a STRING QUERYABLE SORTABLE,", "a /* doc */ STRING QUERYABLE SORTABLE,",
      "a STRING /* doc */ QUERYABLE SORTABLE,", "a STRING QUERYABLE SORTABLE /* doc */,",
      "a STRING QUERYABLE SORTABLE, // doc", "a STRING, // doc",
    ])
  func fieldComments(field: String) {
    func undocumented(_ text: String) -> [String?] {
      let source = SourceText(
        name: "s", text: "DEFINE SCHEMA\nRECORD TYPE T (\n  b STRING,\n  \(text)\n  c STRING\n);\n")
      return LintRun(SchemaFile(source), selection: RuleSelection(select: ["missing-field-doc"])).diagnostics
        .map(\.subject)
    }
    #expect(undocumented(field) == ["T.b", "T.c"])
    #expect(undocumented("a STRING QUERYABLE SORTABLE,") == ["T.b", "T.a", "T.c"])
  }

  @Test("a file of more than 128 MB is not parsed")
  func tooLarge() {
    let source = SourceText(name: "s", bytes: [UInt8](repeating: 0x20, count: 128 << 20 + 1))
    #expect(SchemaFile(source).syntaxDiagnostics.map(\.rule) == ["file-too-large"])
  }

  @Test(
    "record types of Core Data and CloudKit are not checked for names and indexes",
    arguments: [
      ("CD_Item", "CD_title STRING, CD_photo BYTES, CD_dataJSON STRING", ""),
      ("CDMR", "CD_entityNames STRING, \"___recordID\" REFERENCE, CD_recordNames STRING QUERYABLE", ""),
      ("Users", "roles LIST<INT64>", ""), ("\"cloudkit.share\"", "\"cloudkit.title\" STRING", ""),
      ("Users", "Title STRING", "field-name-case"), ("CD_Item", "CD_feed REFERENCE", "core-data-reference"),
      ("Feed", "\"___recordID\" REFERENCE, title STRING", ""),
      ("Feed", "\"___recordID\" REFERENCE, title STRING QUERYABLE", "recordid-not-queryable"),
    ])
  func generated(type: String, fields: String, expected: String) {
    let grant = type == "CD_Item" ? "" : ", GRANT READ TO \"_world\""
    let text = "DEFINE SCHEMA RECORD TYPE \(type) ( \(fields)\(grant) );"
    let found = LintRun(SchemaFile(SourceText(name: "s", text: text))).diagnostics
    #expect(found.map(\.rule).joined() == expected)
  }

  private static let world = #"GRANT READ TO "_world""#

  @Test(
    "a rule reports only what its reason covers",
    arguments: [
      // A date of the app is a copy only beside an index on the system field.
      (#"createdAt TIMESTAMP QUERYABLE, updatedAt TIMESTAMP, \#(world)"#, []),
      (#""___createTime" TIMESTAMP SORTABLE, createdAt TIMESTAMP, updatedAt TIMESTAMP, \#(world)"#, ["T.createdAt"]),
      (#""___modTime" TIMESTAMP QUERYABLE, createdAt TIMESTAMP, updatedAt TIMESTAMP, \#(world)"#, ["T.updatedAt"]),
      ("creationDate TIMESTAMP, modifiedBy STRING, \(world)", ["T.creationDate", "T.modifiedBy"]),
      // Every index on every field is the default of the development environment.
      ("a STRING QUERYABLE SEARCHABLE SORTABLE, isHidden INT64 QUERYABLE SORTABLE, \(world)", []),
      ("a STRING QUERYABLE SORTABLE, isHidden INT64 QUERYABLE SORTABLE, \(world)", ["T.isHidden"]),
      ("isHidden INT64 QUERYABLE SORTABLE, \(world)", ["T.isHidden"]),
      // A filter by creator is added for roles below _icloud.
      (#"a STRING, GRANT READ TO "_creator""#, ["T"]), (#"a STRING, GRANT READ TO "_icloud""#, []),
      // CREATE to _creator: no one else can create, others can, or another role repeats all of the grant.
      (#"GRANT CREATE, WRITE TO "_creator", \#(world)"#, ["T:_creator"]),
      (#"GRANT CREATE, WRITE TO "_creator", GRANT CREATE TO "_icloud", \#(world)"#, ["T:_creator"]),
      // Plain text beside the markup is there for search; CloudKit itself stores thumbnails in BYTES.
      ("content STRING, contentText STRING SEARCHABLE, thumbnail BYTES, \(world)", []),
    ])
  func reasons(items: String, expected: [String]) {
    let text = #"DEFINE SCHEMA RECORD TYPE T ( "___recordID" REFERENCE QUERYABLE, \#(items) );"#
    let found = LintRun(SchemaFile(SourceText(name: "s", text: text))).diagnostics
    #expect(found.map { $0.subject ?? "" } == expected)
  }

  @Test(
    "one grant to _creator has one finding",
    arguments: [
      (#"GRANT READ, CREATE, WRITE TO "_creator", GRANT READ, CREATE, WRITE TO "_icloud""#, "overlapping-grant"),
      (#"GRANT CREATE TO "_creator", GRANT CREATE TO "_icloud", GRANT READ TO "_world""#, "overlapping-grant"),
      (#"GRANT CREATE, WRITE TO "_creator", GRANT CREATE TO "_icloud", GRANT READ TO "_world""#, "create-to-creator"),
    ])
  func creator(grants: String, expected: String) {
    let text = #"DEFINE SCHEMA RECORD TYPE T ( "___recordID" REFERENCE QUERYABLE, \#(grants) );"#
    let found = LintRun(SchemaFile(SourceText(name: "s", text: text))).diagnostics
    #expect(found.filter { $0.subject == "T:_creator" }.map(\.rule) == [expected])
  }

  @Test(
    "only the last word of a name marks large values",
    arguments: [
      ("coverImage", true), ("avatarData", true), ("photos", true), ("scanPDF", true), ("imageHash", false),
      ("documentID", false), ("avatarColor", false), ("imagery", false),
    ])
  func largeWords(name: String, isLarge: Bool) {
    let text =
      "DEFINE SCHEMA RECORD TYPE T ( \"___recordID\" REFERENCE QUERYABLE, \(name) BYTES, GRANT READ TO \"_world\" );"
    let found = LintRun(SchemaFile(SourceText(name: "s", text: text))).diagnostics
    #expect(found.map(\.rule) == (isLarge ? ["large-inline-bytes"] : []))
  }

  @Test("a project's option values replace the defaults of a rule")
  func settings() {
    let text =
      "DEFINE SCHEMA\nRECORD TYPE T ( \"___recordID\" REFERENCE QUERYABLE, story STRING SEARCHABLE, "
      + "content STRING SEARCHABLE, GRANT READ TO \"_world\" );"
    func subjects(_ settings: [String: [String: RuleOption.Value]]) -> [String?] {
      LintRun(SchemaFile(SourceText(name: "s", text: text)), selection: RuleSelection(settings: settings)).diagnostics
        .map(\.subject)
    }
    #expect(subjects([:]) == ["T.content"])
    #expect(subjects(["searchable-large-text": ["names": .words(["story"])]]) == ["T.story"])
    #expect(subjects(["index-bloat": ["limit": .number(2)]]) == ["T", "T.content"])
  }

  private static func expected(_ id: String, _ rendered: [String]) throws -> String {
    let file = folder.appending(path: "\(id).txt")
    if ProcessInfo.processInfo.environment["CELESTRA_RECORD"] != nil {
      try Data((rendered.joined(separator: "\n") + "\n").utf8).write(to: file)
    }
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// Returns an example as a file, with an invalid byte for each replacement character.
  private static func source(_ example: String) -> SourceText {
    let parts = example.components(separatedBy: "\u{FFFD}").map { Array($0.utf8) }
    return SourceText(name: "bad.ckdb", bytes: Array(parts.joined(separator: [0xE9])) + [0x0A])
  }
}
