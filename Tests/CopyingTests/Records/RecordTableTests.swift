import CloudKitRecords
import CloudKitSchema
import Copying
import Foundation
import TestEnvironment
import Testing

@Suite("Records as CSV")
struct RecordTableTests {
  private static func file(of records: [Record]) throws -> [UInt8] {
    var writer = RecordFileWriter(
      RecordManifest(types: ["Sample"], skipped: ["Sample.asset"]), .csv(Sample.type))
    var bytes = writer.head()
    for record in records { bytes += try writer.line(record, [:]) }
    return bytes + writer.foot()
  }

  private static func read(_ bytes: [UInt8], chunk: Int = 1 << 16) throws(RecordFileError) -> [RecordEntry] {
    var reader = RecordTableReader(Sample.type, Sample.schema)
    var entries: [RecordEntry] = []
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      entries += try reader.read(bytes[start..<min(start + chunk, bytes.count)])
    }
    return try entries + reader.finish()
  }

  /// Whether ISO 8601 has a date for a value. Dates beyond its four digits of years are refused.
  private static func isDated(_ value: FieldValue) -> Bool {
    switch value {
    case .timestamp(let moment): (-62_135_596_800_000...253_402_300_799_999).contains(moment.milliseconds)
    case .list(let members): members.allSatisfy(isDated)
    default: true
    }
  }

  @Test("500 sets of records with values of every type are read back exactly, or refused for a date alone")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 33)
    var exact = 0
    for round in 0..<500 {
      let count = Int.random(in: 0...4, using: &random)
      let records = (0..<count).map { RandomRecord.record(RecordName("\(round)-\($0)"), of: Sample.type, &random) }
      let file: [UInt8]
      do { file = try Self.file(of: records) } catch {
        #expect(records.contains { !$0.fields.values.allSatisfy(Self.isDated) }, "\(error)")
        continue
      }
      exact += 1
      let entries = try Self.read(file, chunk: Int.random(in: 1...300, using: &random))
      #expect(entries.map(\.record.name) == records.map(\.name))
      for (entry, record) in zip(entries, records) {
        #expect(Set(entry.record.fields.keys) == Set(record.fields.keys))
        for (name, value) in record.fields {
          #expect(entry.record[name].map { value.isIdentical(to: $0) } == true, "\(name): \(value)")
        }
      }
    }
    #expect(exact > 100)
  }

  @Test("a field that the schema lacks is refused, as it has no column")
  func undeclared() {
    let record = Record(type: "Sample", name: "a", fields: ["new": .string("x")])
    #expect(throws: RequestMistake.self) { try Self.file(of: [record]) }
  }

  @Test("a file is as documented: quotes tell an empty text from no value, and formulas are defused")
  func example() throws {
    let records = [
      Record(type: "Sample", name: "a", fields: ["text": .string(""), "plain": .string("=1+1"), "texts": .list([])]),
      Record(
        type: "Sample", name: "b",
        fields: [
          "plain": .string(" '@x"), "double": .double(-5), "moment": .timestamp(Timestamp(milliseconds: 1)),
          "reference": .reference(Reference("a", action: .deleteSelf)), "texts": .strings(["=1", "a,b"]),
        ]),
    ]
    let file = try Self.file(of: records)
    let reference = #""{""action"":""DELETE_SELF"",""recordName"":""a""}""#
    let columns = "text,plain,integer,double,moment,bytes,reference,place,texts,integers,doubles,moments,blobs"
    #expect(
      String(decoding: file, as: UTF8.self).replacing("\r\n", with: "\n") == """
        recordName,\(columns),references,places,secret
        a,"",'=1+1,,,,,,,[],,,,,,,
        b,,"' '@x",,-5.0,1970-01-01T00:00:00.001Z,,\(reference),,"[""=1"",""a,b""]",,,,,,,

        """)
    #expect(try Self.read(file).map(\.record) == records)
  }

  private static let variations: [(text: String, fields: RecordFields)] = [
    ("\u{FEFF}recordName;integer;text\r\na; 5 ; x\r\n", ["integer": .int64(5), "text": .string(" x")]),
    ("recordType,recordName,texts\nSample,a,\"p, q\"\n", ["texts": .strings(["p", "q"])]),
    (
      "recordName,place,moment\na,\"1.5,2\",\" 1970-01-01T00:00:00+01:00\"",
      [
        "place": .location(Location(latitude: 1.5, longitude: 2)),
        "moment": .timestamp(Timestamp(milliseconds: -3_600_000)),
      ]
    ),
    ("recordName,integer,text\na,\"\",\"\"\n", ["text": .string("")]),
  ]

  @Test("spreadsheets and people may write values in other ways", arguments: variations)
  func tolerance(text: String, fields: RecordFields) throws {
    let entries = try Self.read(Array(text.utf8))
    #expect(entries.map(\.record) == [Record(type: "Sample", name: "a", fields: fields)])
  }

  private static let mistakes: [(String, String)] = [
    ("", "the file has no header"),
    ("text\nx\n", "line 1: the header has no column recordName; without it, each run would create records again"),
    ("recordName,integre\n", "line 1, column 2: Sample has no field 'integre'; did you mean integer?"),
    ("recordName,,text\n", "line 1, column 2: the column has no name"),
    ("recordName,text,text\n", "line 1: duplicate column 'text'"),
    (
      "recordName,___createTime\n",
      "line 1, column 2: Sample.___createTime is a system field, which only CloudKit sets"
    ),
    ("recordName,text\na,x,1\n", "line 2: row has 3 fields, but the header has 2"),
    ("recordName,text\n\na\n", "line 3: row has 1 fields, but the header has 2"),
    (
      "recordName,integer\na,1\nb,x\n",
      "line 3, column 2: integer is INT64: 'x' is not a whole number, such as 42"
    ),
    (
      "recordName,moment\na,2021-01-01\n",
      "line 2, column 2: moment is TIMESTAMP: '2021-01-01' has no time zone, say 2021-01-01T00:00:00Z"
    ),
    ("recordName\na\nb\na\n", "line 4: the record 'a' is already in line 2"),
    (
      "recordName,text\n,x\n",
      "line 2, column 1: the record name is missing; without it, each run would create the record again"
    ),
    ("recordName,recordType\na,Other\n", "line 2, column 2: the record is a 'Other', not a Sample"),
    ("recordName,asset\na,x\n", "line 2, column 2: asset is ASSET: files cannot be set or compared here"),
    (
      "recordName,text\na,\"x\n",
      "line 2: quoted field is not closed; nothing after it was read; close the field with '\"'; "
        + "write quotes inside a field twice"
    ),
  ]

  @Test("a mistake names its line and column", arguments: mistakes)
  func mistake(text: String, expected: String) {
    let error = #expect(throws: RecordFileError.self) { try Self.read(Array(text.utf8)) }
    #expect(error.map { "\($0)" } == expected)
  }

  @Test("a wrong value in row 90,000 is found, and UTF-16 is refused")
  func large() {
    let rows = (1..<90_000).map { "r\($0),\($0)\n" }.joined()
    let error = #expect(throws: RecordFileError.self) {
      try Self.read(Array(("recordName,integer\n" + rows + "last,4.5\n").utf8))
    }
    #expect(error?.line == 90_001 && error?.column == 2)
    for bytes in [[0xFF, 0xFE, 0x72, 0x00], [0xFE, 0xFF, 0x00, 0x72], [0x72, 0x00, 0x65, 0x00]] as [[UInt8]] {
      let error = #expect(throws: RecordFileError.self) { try Self.read(bytes) }
      #expect(error.map { "\($0)" } == "the file is UTF-16; save it as UTF-8")
    }
  }
}
