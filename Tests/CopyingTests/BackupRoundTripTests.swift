import CloudKitRecords
import CloudKitSchema
import Copying
import Diagnostics
import Foundation
import SQLiteStore
import TestEnvironment
import Testing

@Suite("Backups of every field type")
struct BackupRoundTripTests {
  private static let everything = Schema(recordTypes: [
    RecordType(
      name: "Everything",
      fields: FieldType.Primitive.allCases.flatMap { primitive in
        [
          Field(name: "one\(primitive.rawValue)", type: FieldType(primitive)),
          Field(name: "many\(primitive.rawValue)", type: .list(primitive)),
        ]
      })
  ])

  /// The schema of all field types, and collected schemas if present.
  private static let schemas: [(name: String, schema: Schema)] = {
    let folder = Corpus.folder("ckdb")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let collected = files.filter { $0.hasSuffix(".ckdb") }.sorted().compactMap { name -> (String, Schema)? in
      guard let data = try? Data(contentsOf: folder.appending(path: name)) else { return nil }
      let schema = Schema(SchemaFile(SourceText(name: name, bytes: Array(data))))
      return (try? LocalContainer.inMemory(schema: schema) { Timestamp(milliseconds: 0) }) == nil ? nil : (name, schema)
    }
    return [("everything", everything)] + collected
  }()

  /// The extreme values of a type.
  private static func values(_ primitive: FieldType.Primitive) -> [FieldValue] {
    let texts = ["", "\u{0}", "a\u{0}b\r\n\t\"\\", "\u{E9} e\u{301} \u{202E}", "\u{10FFFF}\u{FFFE}\u{D7FF}\u{E000}"]
    let integers: [Int64] = [.min, .max, 0, -1, 9_007_199_254_740_993]
    let numbers = [Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude, -1e308, 0.1, -0.0, 1e15]
    let dates: [Int64] = [-1, 0, 253_402_300_799_999, -62_135_596_800_000]
    let bytes: [[UInt8]] = [[], [0], Array(0...255)]
    let references = [
      Reference("r0"), Reference("nothing", action: .deleteSelf), Reference("r0", action: .validate),
    ]
    return switch primitive {
    case .string: texts.map { FieldValue.string($0) }
    case .int64: integers.map { FieldValue.int64($0) }
    case .double, .number: numbers.map { FieldValue.double($0) }
    case .timestamp: dates.map { FieldValue.timestamp(Timestamp(milliseconds: $0)) }
    case .bytes: bytes.map { FieldValue.bytes($0) }
    case .reference: references.map { FieldValue.reference($0) }
    case .location: [.location(Location(latitude: -90, longitude: 180)), .location(place)]
    case .asset: [.asset(Asset(fileChecksum: "AA==", size: .max))]
    }
  }

  private static let place: Location = {
    var place = Location(latitude: 0.1.nextUp, longitude: -0.0)
    place.altitude = -11_000
    place.horizontalAccuracy = .leastNonzeroMagnitude
    place.course = 359.999
    place.timestamp = Timestamp(milliseconds: -1)
    return place
  }()

  /// Returns records of a type that have each extreme value of each field, alone and in lists, and an empty record.
  private static func records(of type: RecordType, prefix: String) -> [Record] {
    (0..<7).map { index in
      var fields: RecordFields = [:]
      for field in type.fields where !SystemField.isReserved(field.name) && index < 6 {
        let values = values(field.type.primitive)
        let value = values[index % values.count]
        fields[field.name] = field.type.isList ? .list(index == 0 ? [] : index == 1 ? values : [value, value]) : value
      }
      let at = Timestamp(milliseconds: Int64(index) * 1000 - 500)
      return Record(
        type: type.name, name: RecordName(rawValue: "\(prefix)r\(index)"), changeTag: "t\(index)", fields: fields,
        created: Authorship(at: at, by: RecordName(rawValue: "_creator\(index)")), modified: Authorship(at: at))
    }
  }

  @Test("records with extreme values are equal after a backup and after a restore")
  func roundTrip() async throws {
    for (name, schema) in Self.schemas {
      let types = schema.recordTypes.filter { !RecordType.isSystem($0.name) }.enumerated()
      let records = types.flatMap { Self.records(of: $1, prefix: $0 == 0 ? "" : "\($0)") }
      try await Self.expectRoundTrip(of: records, schema, name)
    }
  }

  @Test("random records of every field type are equal after a backup and after a restore")
  func randomRecords() async throws {
    var random = SeededGenerator(seed: 17)
    let type = try #require(Self.everything.recordTypes.first)
    let records = (0..<Damage.iterations(1000)).map { number in
      var record = RandomRecord.record(RecordName(rawValue: "r\(number)"), of: type, &random)
      record.changeTag = "t\(number)"
      record.created = Authorship(at: Timestamp(milliseconds: Int64(number)), by: RandomRecord.name(&random))
      record.modified = Authorship(at: Timestamp(milliseconds: .random(in: -1...1, using: &random)))
      return record
    }
    try await Self.expectRoundTrip(of: records, Self.everything, "everything")
  }

  /// Backs up and restores records, and expects that nothing of them changes.
  private static func expectRoundTrip(of records: [Record], _ schema: Schema, _ name: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "backup-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let now: @Sendable () -> Timestamp = { Timestamp(milliseconds: 1_795_255_200_000) }
    let container = try LocalContainer.inMemory(schema: schema, now: now)
    try await container.adopt(records, removing: [])
    let path = folder.appending(path: "backup.sqlite").path
    let origin = BackupManifest.Origin(source: name, environment: nil, started: now(), toolVersion: "test")
    let file = try BackupFile.begin(
      path, copying: container, of: origin, types: Set(schema.recordTypes.map(\.name)), now: now)
    let manifest = try file.finish(origin, incomplete: [:], completed: now)
    let backup = try Backup.open(path)
    #expect(backup.manifest == manifest && manifest.count == records.count, "\(name)")
    #expect(try backup.mismatches() == [], "\(name)")
    let stored = try await backup.container.lookup(records.map(\.name), desiredFields: nil)
    for record in records { try expect(stored[record.name], equals: record, in: name) }

    // A restore to another container, with assets left out.
    let target = try LocalContainer.inMemory(schema: schema, now: now)
    let types = schema.recordTypes.filter { !RecordType.isSystem($0.name) }.map { type in
      ComparedType(type, skipping: Set(type.fields.filter { $0.type.primitive == .asset }.map(\.name)))
    }
    var copy = ContainerCopy(
      of: types, from: backup.container.listingAllTypes, to: target.listingAllTypes, schema: schema,
      ignoresEmptyLists: false)
    try await copy.runPass()
    #expect(copy.result.total(\.created) == records.count, "\(name): \(copy.result.failures)")
    try await copy.runPass()
    // A record counts once over all passes.
    #expect(copy.result.planned == 0 && copy.result.total(\.read) == records.count, "\(name)")
    #expect(copy.result.total(\.new) == records.count && copy.result.total(\.same) == 0, "\(name)")
  }

  private static func expect(_ stored: Record?, equals record: Record, in name: String) throws {
    let stored = try #require(stored, "\(name): \(record.name)")
    #expect(
      stored.changeTag == record.changeTag && stored.created == record.created && stored.modified == record.modified)
    #expect(stored.fields.count == record.fields.count, "\(name): \(record.name)")
    for (field, value) in record.fields {
      #expect(stored[field]?.isIdentical(to: value) == true, "\(name): \(record.name).\(field)")
    }
  }
}
