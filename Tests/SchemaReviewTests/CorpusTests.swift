import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("Real schemas", .enabled(if: !Corpus.entries.isEmpty, "\(Corpus.absence)"))
struct CorpusTests {
  @Test("the good files are accepted", arguments: Corpus.good)
  func accepted(entry: Corpus.Entry) {
    let document = SchemaDocument(entry.source)
    #expect(document.diagnostics.filter { $0.severity == .error }.isEmpty)
    #expect(!document.schema.recordTypes.isEmpty)
  }

  @Test("the bad files are rejected at the line of their first mistake", arguments: Corpus.bad)
  func rejected(entry: Corpus.Entry) throws {
    let first = try #require(SchemaDocument(entry.source).diagnostics.first { $0.severity == .error })
    let range = try #require(first.range)
    #expect(LineTable(entry.source).position(at: range.start).line == entry.firstErrorLine)
  }

  @Test("none is missing")
  func count() {
    #expect((Corpus.good.count, Corpus.bad.count) == (54, 4))
  }

  @Test("printing and reading gives the schema back, and the same text again", arguments: Corpus.good)
  func roundTrip(entry: Corpus.Entry) {
    let schema = SchemaDocument(entry.source).schema
    let printed = SchemaPrinter.print(schema)
    let again = SchemaDocument(SourceText(name: "printed", text: printed))
    #expect(!again.hasErrors)
    #expect(again.schema == schema.inExportOrder)
    #expect(SchemaPrinter.print(again.schema) == printed)
    #expect(SchemaDiff(from: schema, to: again.schema).changes.isEmpty)
    #expect(SchemaDiff(from: schema, to: schema.declaringSystemFields).changes.isEmpty)
  }

  @Test("exports nobody has edited come out byte for byte")
  func exports() {
    let identical = Corpus.good.filter {
      Array(SchemaPrinter.print(SchemaDocument($0.source).schema).utf8) == $0.source.bytes
    }
    #expect(identical.count == 13)
  }

  @Test("every token and comment is where the file has it", arguments: Corpus.entries)
  func lossless(entry: Corpus.Entry) {
    #expect(uncovered(SchemaFile(entry.source)).allSatisfy { [0x20, 0x0A, 0x0D, 0x09].contains($0) })
  }

  @Test("two versions of a file differ there and back by the same number of changes")
  func histories() {
    let histories = Dictionary(grouping: Corpus.good, by: \.origin).values.filter { $0.count > 1 }
    #expect(histories.count >= 5)
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
