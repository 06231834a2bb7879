import CloudKitSchema
import Diagnostics
import Foundation
import Testing

@Suite("The catalogue of rules")
struct SchemaRuleTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/Rules")

  @Test("the list is sorted, each id once, each with one folder of fixtures")
  func list() throws {
    let ids = SchemaRule.all.map(\.id)
    #expect(ids == Set(ids).sorted())
    // The rules of two schemas have theirs in the same place.
    let all = ids + DeploymentRule.all.map(\.documentation.id)
    #expect(try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted() == all.sorted())
  }

  @Test("a rule says what is wrong, why, by what source and how to mend it", arguments: SchemaRule.all.map(\.id))
  func documentation(id: String) throws {
    let documentation = try #require(SchemaRule.named(id)).documentation
    #expect(id.allSatisfy { $0.isLowercase || $0 == "-" })
    #expect(!documentation.summary.isEmpty && !documentation.summary.hasSuffix("."))
    #expect(documentation.why.hasSuffix(".") && documentation.remedy.hasSuffix("."))
    #expect(!documentation.source.isEmpty && !documentation.bad.isEmpty && !documentation.good.isEmpty)
    // What nobody has verified is never an error.
    #expect(documentation.evidence != .assumed || documentation.severity != .error)
  }

  @Test(
    "the bad example breaks that rule and no other, the good one none; both are the fixtures",
    arguments: SchemaRule.all.filter { $0.scope != .acceptance }.map(\.id))
  func examples(id: String) throws {
    let rule = try #require(SchemaRule.named(id))
    let bad = try Self.read(id, "bad.ckdb")
    #expect(bad.string(SourceRange(0, bad.bytes.count)) == rule.documentation.bad + "\n")
    let selection = RuleSelection(select: rule.isOptIn ? [id] : [])
    let found = LintRun(SchemaFile(bad), selection: selection).diagnostics
    #expect(Set(found.map(\.rule)) == [id])
    let frame = CodeFrame(bad)
    let expected = try Self.read(id, "expected.txt")
    #expect(
      found.map(frame.render).joined(separator: "\n") + "\n"
        == expected.string(SourceRange(0, expected.bytes.count)))
    let good = try Self.read(id, "good.ckdb")
    #expect(good.string(SourceRange(0, good.bytes.count)) == rule.documentation.good + "\n")
    #expect(LintRun(SchemaFile(good), selection: selection).diagnostics.isEmpty)
  }

  @Test("a selection takes ids and beginnings; what CloudKit refuses is told whatever is selected")
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
      RuleSelection(select: ["mis", "missing", "number-type"], ignore: ["nothing"]).unknown == ["mis", "nothing"])
    let severities: [String: Diagnostic.Severity?] = [
      "number-type": .error, "type-name-case": nil as Diagnostic.Severity?,
    ]
    let found = LintRun(SchemaFile(source), selection: RuleSelection(severities: severities)).diagnostics
    #expect(found.first { $0.rule == "number-type" }?.severity == .error)
    #expect(!found.contains { $0.rule == "type-name-case" })
  }

  private static func read(_ id: String, _ file: String) throws -> SourceText {
    let data = try Data(contentsOf: folder.appending(path: id).appending(path: file))
    return SourceText(name: "bad.ckdb", bytes: Array(data))
  }
}
