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

  @Test("printing and parsing restores the schema and the text", arguments: SchemaCorpus.good)
  func roundTrip(entry: SchemaCorpus.Entry) {
    let schema = SchemaDocument(entry.source).schema
    let printed = SchemaPrinter.print(schema)
    let again = SchemaDocument(SourceText(name: "printed", text: printed))
    #expect(!again.hasErrors)
    #expect(again.schema == schema.inExportOrder)
    #expect(SchemaPrinter.print(again.schema) == printed)
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
