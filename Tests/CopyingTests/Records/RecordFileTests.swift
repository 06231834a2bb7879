import CloudKitRecords
import CloudKitSchema
import Copying
import Diagnostics
import Foundation
import SQLiteStore
import SchemaReview
import TestEnvironment
import Testing

@Suite("Files of records")
struct RecordFileTests {
  /// Returns the records of a file.
  private static func read(
    _ bytes: [UInt8], _ schema: Schema, chunk: Int = 1 << 16
  ) throws(RecordFileError) -> [RecordEntry] {
    var reader = RecordFileReader(schema)
    var entries: [RecordEntry] = []
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      entries += try reader.read(bytes[start..<min(start + chunk, bytes.count)])
    }
    try reader.finish()
    return entries
  }

  private static func file(of records: [Record], _ schema: Schema) throws(RequestMistake) -> [UInt8] {
    let types = FieldTypes(schema)
    var writer = RecordFileWriter(RecordManifest(types: schema.ownTypes.map(\.name).sorted()))
    var bytes = writer.head()
    for record in records.sorted(by: { ($0.type, $0.name) < ($1.type, $1.name) }) {
      bytes += try writer.line(record, types[record.type])
    }
    return bytes + writer.foot()
  }

  private static func export(_ store: any RecordStore, _ schema: Schema) async throws -> [UInt8] {
    let sources = try schema.ownTypes.filter(\.isListable).map { type throws(RequestMistake) in
      RecordExport.Source(try RecordSelection(of: type))
    }
    var bytes: [UInt8] = []
    _ = try await RecordExport(of: sources, from: store, schema: schema).write { bytes += $0 }
    return bytes
  }

  /// Returns a store with the records of a file.
  private static func store(
    importing file: [UInt8], _ schema: Schema
  ) async throws -> LocalContainer {
    let store = try LocalContainer.inMemory(schema: schema) { Timestamp(milliseconds: 1) }
    var plan = RecordPlan()
    try await RecordPlanner(store, schema).replace(with: try read(file, schema), adding: &plan)
    var run = ChangeRun(to: store)
    try await run.apply(plan.changes)
    #expect(run.outcome.failed == 0, "\(run.outcome.failures.first.map { "\($0)" } ?? "")")
    return store
  }

  @Test("a file of two records is as documented")
  func example() throws {
    let records = [
      Record(
        type: "Sample", name: "b",
        fields: [
          "text": .string("é \"\n"), "integer": .int64(.min), "double": .double(-0.0), "texts": .list([]),
          "moment": .timestamp(Timestamp(milliseconds: -1)), "bytes": .bytes([255]),
          "reference": .reference(Reference("a", action: .deleteSelf)),
        ]), Record(type: "Sample", name: "a"),
    ]
    #expect(
      try String(decoding: Self.file(of: records, Sample.schema), as: UTF8.self) == """
        {"format":"celestra-admin records","missing":[],"partial":[],"skipped":[],"types":["Sample"],"version":1}
        {"fields":{},"recordName":"a","recordType":"Sample"}
        {"fields":{"bytes":{"type":"BYTES","value":"/w=="},"double":{"type":"DOUBLE","value":-0.0},"integer":\
        {"type":"INT64","value":-9223372036854775808},"moment":{"type":"TIMESTAMP","value":-1},"reference":\
        {"type":"REFERENCE","value":{"action":"DELETE_SELF","recordName":"a"}},"text":{"type":"STRING","value":\
        "é \\"\\u000a"},"texts":{"type":"STRING_LIST","value":[]}},"recordName":"b","recordType":"Sample"}
        {"counts":{"Sample":2},"sha256":"\(Self.exampleDigest)"}

        """)
  }

  private static let exampleDigest = "26e42e281ca3f1911cf6c69fd177c35cd629ffd2c7f1ff8932e968ea2cf90185"

  @Test("every value of every type survives writing and reading, whatever the size of the chunks")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 17)
    for round in 0..<200 {
      let records = (0..<5).map { RandomRecord.record(RecordName("\(round)-\($0)"), of: Sample.type, &random) }
      let file = try Self.file(of: records, Sample.schema)
      let chunk = Int.random(in: 1...200, using: &random)
      let entries = try Self.read(file, Sample.schema, chunk: chunk)
      #expect(try Self.file(of: entries.map(\.record), Sample.schema) == file)
      for (entry, record) in zip(entries, records) {
        #expect(entry.record.name == record.name && entry.record.fields.count == record.fields.count)
        for (name, value) in record.fields {
          #expect(entry.record[name].map { value.isIdentical(to: $0) } == true, "\(name): \(value)")
        }
      }
    }
  }

  @Test("export, import and export again give the same bytes, for our schemas", arguments: ["celestra", "celestrakit"])
  func ownSchemas(name: String) async throws {
    let path = TestEnvironment.root.appending(path: "schema/\(name).ckdb")
    try await Self.exchange(path, recordsPerType: 60)
  }

  @Test(
    "export, import and export again give the same bytes, for other people's schemas",
    .enabled(if: Corpus.has("ckdb"), "\(Corpus.absence)"))
  func corpus() async throws {
    let folder = Corpus.folder("ckdb")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".ckdb") }
    #expect(files.count > 40)
    for file in files.sorted() { try await Self.exchange(folder.appending(path: file), recordsPerType: 8) }
  }

  /// Exports generated records of a schema, imports the file elsewhere and exports again.
  private static func exchange(_ path: URL, recordsPerType count: Int) async throws {
    let document = SchemaDocument(SourceText(name: path.path, bytes: Array(try Data(contentsOf: path))))
    if document.hasErrors { return }
    var schema = document.schema
    // Every type can be listed, so that every field takes part.
    for index in schema.recordTypes.indices {
      schema.recordTypes[index].fields.removeAll { $0.name == "___recordID" }
      schema.recordTypes[index].fields.append(
        Field(name: "___recordID", type: FieldType(.reference), indexes: .queryable))
    }
    var random = SeededGenerator(seed: 3)
    let records = schema.ownTypes.flatMap { type in
      (0..<count).map { RandomRecord.record(RecordName("\(type.name)-\($0)"), of: type, &random) }
    }
    // SQLite stores -0 in a column as 0, so the first export is already what a store keeps.
    let first = try await export(try await store(importing: try file(of: records, schema), schema), schema)
    let second = try await export(try await store(importing: first, schema), schema)
    #expect(first == second, "\(path.lastPathComponent)")
    #expect(try read(first, schema).count == records.count, "\(path.lastPathComponent)")
  }

  @Test("an export that skips a field has those that the schema lacks")
  func olderSchema() async throws {
    let record = Record(type: "Sample", name: "a", fields: ["text": .string("x"), "plain": .string("y")])
    let store = try await Self.store(importing: Self.file(of: [record], Sample.schema), Sample.schema)
    let type = RecordType(name: "Sample", fields: Sample.type.fields.filter { $0.name != "plain" })
    let export = RecordExport(
      of: [RecordExport.Source(try RecordSelection(of: type))], from: store, schema: Schema(recordTypes: [type]),
      skipping: ["Sample.text"])
    var bytes: [UInt8] = []
    _ = try await export.write { bytes += $0 }
    let lines = String(decoding: bytes, as: UTF8.self)
    #expect(lines.contains(#"{"fields":{"plain":{"type":"STRING","value":"y"}},"#), "\(lines)")
  }

  @Test("truncations and flipped bits are found")
  func damage() throws {
    var random = SeededGenerator(seed: 5)
    let records = (0..<6).map { RandomRecord.record(RecordName("r\($0)"), of: Sample.type, &random) }
    let file = try Self.file(of: records, Sample.schema)
    _ = try Self.read(file, Sample.schema)
    for end in stride(from: 0, to: file.count, by: max(1, file.count / Damage.iterations(1000))) {
      #expect(throws: RecordFileError.self, "cut at \(end)") { try Self.read(Array(file[..<end]), Sample.schema) }
    }
    for _ in 0..<Damage.iterations(500) {
      var damaged = file
      damaged[Int.random(in: 0..<file.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      #expect(throws: RecordFileError.self) { try Self.read(damaged, Sample.schema) }
    }
    #expect(throws: RecordFileError.self) { try Self.read(file + [0x0A], Sample.schema) }
    #expect(throws: RecordFileError.self) { try Self.read(file + file, Sample.schema) }
    #expect(throws: RecordFileError.self) { try Self.read(Array("{}\n".utf8), Sample.schema) }
  }

  @Test("a file of a newer format says so")
  func newer() {
    let line =
      #"{"format":"celestra-admin records","missing":[],"partial":[],"skipped":[],"types":[],"version":2}"# + "\n"
    #expect {
      try Self.read(Array(line.utf8), Sample.schema)
    } throws: { error in
      "\(error)" == "its format 2 is newer than this program's 1; use a newer celestra-admin"
    }
  }
}
