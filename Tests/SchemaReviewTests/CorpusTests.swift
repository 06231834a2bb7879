import CloudKitSchema
import Diagnostics
import SchemaReview
import TestEnvironment
import Testing

@Suite("Real schemas")
struct CorpusTests {
  @Test("the good files have no error", arguments: SchemaCorpus.good)
  func accepted(entry: SchemaCorpus.Entry) {
    let document = SchemaDocument(entry.source)
    #expect(document.diagnostics.filter { $0.severity == .error }.isEmpty)
    #expect(!document.schema.recordTypes.isEmpty)
  }

  @Test("the bad files have an error at the line of their first mistake", arguments: SchemaCorpus.bad)
  func rejected(entry: SchemaCorpus.Entry) throws {
    let first = try #require(SchemaDocument(entry.source).diagnostics.first { $0.severity == .error })
    let range = try #require(first.range)
    #expect(LineTable(entry.source).position(at: range.start).line == entry.firstErrorLine)
  }

  @Test("the collection is complete", .enabled(if: !SchemaCorpus.collected.isEmpty, "\(Corpus.absence)"))
  func count() {
    #expect((SchemaCorpus.good.count, SchemaCorpus.bad.count) == (54 + 6, 4 + 1))
  }

  /// Findings in the collected schemas by rule, with those that their authors would switch off.
  ///
  /// A finding is unwanted if its file shows that the author chose what it reports: a comment says so, a convention holds
  /// in the whole file, or what the rule warns of cannot happen there. All were read on 2026-11-22.
  private static let findings: [(rule: String, count: Int, unwanted: Int)] = [
    ("authenticated-write", 46, 0), ("core-data-reference", 9, 0), ("create-to-creator", 3, 0),
    ("createdby-not-queryable", 4, 4), ("duplicate-grant", 19, 19), ("grant-comment-mismatch", 4, 1),
    ("index-bloat", 57, 0), ("low-cardinality-sortable", 1, 1), ("missing-header", 2, 0),
    ("missing-type", 3, 0), ("no-grants", 2, 2), ("overlapping-grant", 40, 0), ("recordid-not-queryable", 48, 4),
    ("searchable-large-text", 6, 0), ("several-roles", 2, 0), ("type-name-case", 4, 4),
    ("unknown-system-field", 13, 0), ("unknown-type", 5, 0), ("world-create", 1, 0), ("world-write", 1, 0),
  ]

  @Test(
    "less than 15% of the findings are unwanted",
    .enabled(if: !SchemaCorpus.collected.isEmpty, "\(Corpus.absence)"))
  func noise() {
    let found = SchemaCorpus.collected.flatMap { LintRun(SchemaFile($0.source)).diagnostics }
    let counts = Dictionary(grouping: found, by: \.rule).mapValues(\.count)
    #expect(counts == Dictionary(uniqueKeysWithValues: Self.findings.map { ($0.rule, $0.count) }))
    #expect(Self.findings.reduce(0) { $0 + $1.unwanted } * 100 < found.count * 15)
  }

  @Test("printing and parsing restores the schema and the text", arguments: SchemaCorpus.good)
  func roundTrip(entry: SchemaCorpus.Entry) {
    let schema = SchemaDocument(entry.source).schema
    let printed = schema.inExportOrder.text()
    let again = SchemaDocument(SourceText(name: "printed", text: printed))
    #expect(!again.hasErrors)
    #expect(again.schema == schema.inExportOrder)
    #expect(again.schema.inExportOrder.text() == printed)
    #expect(SchemaDiff(from: schema, to: again.schema).changes.isEmpty)
    #expect(SchemaDiff(from: schema, to: schema.declaringSystemFields).changes.isEmpty)
  }

  @Test("unedited exports are printed byte for byte")
  func exports() {
    #expect(SchemaCorpus.exports.count == (SchemaCorpus.collected.isEmpty ? 1 : 14))
  }

  @Test("tokens and comments cover each file", arguments: SchemaCorpus.entries)
  func lossless(entry: SchemaCorpus.Entry) {
    #expect(uncovered(SchemaFile(entry.source)).allSatisfy { [0x20, 0x0A, 0x0D, 0x09].contains($0) })
  }

  @Test("two versions of a file have as many differences in either direction")
  func histories() {
    let histories = Dictionary(grouping: SchemaCorpus.good, by: \.origin).values.filter { $0.count > 1 }
    #expect(histories.count >= (SchemaCorpus.collected.isEmpty ? 1 : 6))
    for history in histories {
      for (old, new) in zip(history, history.dropFirst()) {
        let before = SchemaDocument(old.source).schema
        let after = SchemaDocument(new.source).schema
        let forth = SchemaDiff(from: before, to: after).changes
        #expect(forth.count == SchemaDiff(from: after, to: before).changes.count)
        #expect(
          forth.isEmpty == (before.declaringSystemFields.inExportOrder == after.declaringSystemFields.inExportOrder))
      }
    }
  }
}

/// The bytes of a file that no token and no trivia covers.
func uncovered(_ file: SchemaFile) -> [UInt8] {
  let ranges = (file.tokens.map(\.range) + file.trivia.map(\.range)).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  var place = 0
  var rest: [UInt8] = []
  for range in ranges {
    guard range.start >= place, range.end <= file.source.bytes.count else { return [0] }
    rest += file.source.bytes[place..<range.start]
    place = range.end
  }
  return rest + file.source.bytes[place...]
}
