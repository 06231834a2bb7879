import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview
import Testing

@Suite("Rules about declared queries")
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

  @Test("the list is sorted, and each rule has a folder of fixtures")
  func list() throws {
    let ids = QueryRule.all.map(\.documentation.id)
    #expect(ids == Set(ids).sorted())
    #expect(try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted() == ids)
  }

  @Test("a rule fires in its bad example, which is the fixture, and not in its good one")
  func examples() throws {
    for documentation in QueryRule.all.map(\.documentation) {
      let folder = Self.folder.appending(path: documentation.id)
      if ProcessInfo.processInfo.environment["CELESTRA_RECORD"] != nil {
        try Self.record(documentation, in: folder)
      }
      func read(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      }
      let bad = try read("schema.ckdb") + "--- queries ---\n" + read("queries.json")
      #expect(bad == documentation.bad + "\n")
      let found = try Self.findings(bad).filter { $0.found.rule == documentation.id }
      #expect(found.map { CodeFrame($0.source).render($0.found) + "\n" }.joined() == (try read("expected.txt")))
      #expect(found.allSatisfy { $0.found.severity == documentation.severity } && !found.isEmpty)
      let good = try Self.findings(documentation.good).map(\.found.rule)
      #expect(!good.contains(documentation.id))
    }
  }

  private static func record(_ documentation: RuleDocumentation, in folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let parts = documentation.bad.components(separatedBy: "--- queries ---\n")
    let found = try findings(documentation.bad).filter { $0.found.rule == documentation.id }
    let texts = [
      "schema.ckdb": parts[0], "queries.json": parts[1] + "\n",
      "expected.txt": found.map { CodeFrame($0.source).render($0.found) + "\n" }.joined(),
    ]
    for (name, text) in texts { try Data(text.utf8).write(to: folder.appending(path: name)) }
  }
}
