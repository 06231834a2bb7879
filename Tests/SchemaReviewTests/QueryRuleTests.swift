import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview
import Testing

@Suite("Query rules")
struct QueryRuleTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Fixtures/QueryRules")

  private static func findings(_ example: String) throws -> [(found: Diagnostic, source: SourceText)] {
    let parts = example.components(separatedBy: "--- queries ---\n")
    try #require(parts.count == 2)
    let document = SchemaDocument(SourceText(name: "schema.ckdb", text: parts[0]))
    #expect(!document.hasErrors)
    let manifest = QueryManifest(SourceText(name: "queries.json", text: parts[1]))
    let coverage = QueryCoverage(manifest, against: document, named: "schema")
    return coverage.manifestDiagnostics.map { ($0, manifest.source) }
      + coverage.schemaDiagnostics.map { ($0, document.file.source) }
  }

  @Test("rules are sorted by id, and each has a fixture with the findings of its bad example")
  func list() throws {
    let ids = Rule.ofQueries.map(\.id)
    #expect(ids == Set(ids).sorted())
    #expect(try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted() == ids.map { $0 + ".txt" })
  }

  @Test("a rule reports its bad example and not its good one")
  func examples() throws {
    for rule in Rule.ofQueries {
      let file = Self.folder.appending(path: "\(rule.id).txt")
      let found = try Self.findings(rule.bad).filter { $0.found.rule == rule.id }
      let rendered = found.map { CodeFrame($0.source).render($0.found) + "\n" }.joined()
      if ProcessInfo.processInfo.environment["CELESTRA_RECORD"] != nil { try Data(rendered.utf8).write(to: file) }
      #expect(rendered == (try String(contentsOf: file, encoding: .utf8)))
      #expect(found.allSatisfy { $0.found.severity == rule.severity } && !found.isEmpty)
      let good = try Self.findings(rule.good).map(\.found.rule)
      #expect(!good.contains(rule.id))
    }
  }
}
