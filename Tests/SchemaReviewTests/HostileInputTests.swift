import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview
import TestEnvironment
import Testing

@Suite("Hostile input")
struct HostileInputTests {
  @Test("twenty thousand mistakes are all reported")
  func manyMistakes() {
    let body = String(repeating: "f STRNG,\n", count: 20_000)
    let document = SchemaDocument(SourceText(name: "s", text: "DEFINE SCHEMA RECORD TYPE T (\(body) g INT64);"))
    #expect(document.diagnostics.count { $0.rule == "unknown-type" } == 20_000)
  }

  @Test(
    "a repeated mistake is reported in linear time",
    arguments: [
      "f,", "f STRING g STRING\n", "(", "<", ">", ";f STRING", "GRANT REED TO x,",
      "GRANT READ TO \"_world\",\"_icloud\",",
      "f STRING\u{1},", "a b c d e f,", "\"", "RECORD TYPE ", "CREATE ", "CREATE ROLE ", "f LIST<LIST<STRING>>,", "/*",
      "GRANT READ, READ, READ ", "f FOO(1,2),", "1f STRING,", ");RECORD TYPE T (f STRING", ");DEFINE SCHEMA;", "-", "/",
    ])
  func repeated(item: String) {
    let isLinear = TimeGrowth.isLinear(upTo: 4000) { count in
      let body = String(repeating: item, count: count)
      #expect(SchemaDocument(SourceText(name: "s", text: "DEFINE SCHEMA RECORD TYPE T (\(body));")).hasErrors)
    }
    #expect(isLinear)
  }

  @Test(
    "deep nesting is reported in linear time",
    arguments: ["LIST<", "LIST ", "ENCRYPTED ", "ENCRYPTED LIST<", "(", "NUMBER PREFERRED AS "])
  func deepNesting(opening: String) {
    let isLinear = TimeGrowth.isLinear(upTo: 20_000) { depth in
      let text = "DEFINE SCHEMA RECORD TYPE T (f \(String(repeating: opening, count: depth))STRING);"
      #expect(SchemaDocument(SourceText(name: "s", text: text)).hasErrors)
    }
    #expect(isLinear)
  }

  @Test("a name of a megabyte is not repeated in its message")
  func longName() throws {
    let name = String(repeating: "x", count: 1_000_000)
    let document = SchemaDocument(
      SourceText(name: "s", text: "DEFINE SCHEMA RECORD TYPE T (f \(name), g STRING \(name));"))
    #expect(document.diagnostics.map(\.rule) == ["unknown-type", "unknown-option"])
    #expect(document.diagnostics.allSatisfy { $0.message.utf8.count < 200 })
  }

  @Test("a megabyte on one line are parsed")
  func oneLine() {
    let fields = (0..<25_000).map { "field\($0) STRING QUERYABLE SORTABLE SEARCHABLE" }.joined(separator: ",")
    let document = SchemaDocument(SourceText(name: "s", text: "DEFINE SCHEMA RECORD TYPE T (\(fields));"))
    #expect(document.diagnostics.isEmpty)
    #expect(document.schema.recordTypes.first?.fields.count == 25_000)
  }

  /// The documents to damage: one of our own, and collected ones if present.
  private static let seeds: [[UInt8]] =
    [Array(WholeLanguage.text.utf8)] + SchemaCorpus.collected.map(\.source.bytes).filter { $0.count < 4000 }

  @Test("no mutation of a real file crashes the parser, loses a byte, or changes meaning when printed")
  func mutations() throws {
    let iterations = Damage.iterations(300)
    var damage = Damage.toSchemas(seed: 20_261_121)
    var accepted = 0
    for iteration in 0..<iterations {
      let source = SourceText(name: "fuzz", bytes: damage.damaged(Self.seeds))
      let document = SchemaDocument(source)
      let frame = CodeFrame(source)
      let isTruthful = document.diagnostics.allSatisfy { diagnostic in
        let end = diagnostic.range?.end ?? 0
        return end <= source.bytes.count && !frame.render(diagnostic).isEmpty
      }
      #expect(isTruthful, "iteration \(iteration)")
      if document.file.tokens.count > 1 {
        let rest = uncovered(document.file)
        let isBlank = rest.allSatisfy { [0x20, 0x09, 0x0A, 0x0C, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        #expect(isBlank, "iteration \(iteration)")
      }
      guard !document.hasErrors else { continue }
      accepted += 1
      let again = SchemaDocument(SourceText(name: "printed", text: document.schema.inExportOrder.text()))
      #expect(!again.hasErrors && again.schema == document.schema.inExportOrder, "iteration \(iteration)")
      #expect(SchemaDiff(from: document.schema, to: again.schema).changes.isEmpty, "iteration \(iteration)")
    }
    #expect(accepted > 0 && accepted < iterations)
  }

  @Test("truncating a valid file anywhere is an error")
  func truncation() throws {
    let source = try #require(SchemaCorpus.good.min { $0.source.bytes.count < $1.source.bytes.count }).source
    let last = try #require(source.bytes.lastIndex(of: UInt8(ascii: ";")))
    let first = try #require(source.bytes.firstIndex(of: UInt8(ascii: "(")))
    for end in first..<last {
      #expect(SchemaDocument(SourceText(name: "cut", bytes: Array(source.bytes[..<end]))).hasErrors, "cut at \(end)")
    }
  }
}
