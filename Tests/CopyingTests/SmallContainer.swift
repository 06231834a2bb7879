import CloudKitRecords
import CloudKitSchema
import Copying
import SQLiteStore

/// Containers in memory for tests of copies.
enum SmallContainer {
  /// A schema with two types that can be listed and one that cannot.
  static let schema = Schema(recordTypes: [
    type("Topic", [Field(name: "name", type: FieldType(.string), indexes: .queryable)]),
    type(
      "Page",
      [
        Field(name: "title", type: FieldType(.string)), Field(name: "rank", type: FieldType(.int64)),
        Field(name: "topic", type: FieldType(.reference)), Field(name: "tags", type: .list(.string)),
      ]),
    RecordType(name: "Secret", fields: [Field(name: "text", type: FieldType(.string))]),
  ])

  private static func type(_ name: String, _ fields: [Field]) -> RecordType {
    let recordID = Field(name: SystemField.recordID.rawValue, type: FieldType(.reference), indexes: .queryable)
    return RecordType(name: name, fields: [recordID] + fields)
  }

  /// The type of pages with all its fields.
  static let pages = ComparedType("Page", fields: ["title", "rank", "topic", "tags"])

  /// Creates a container with records.
  static func with(_ records: [Record], schema: Schema = schema) async throws -> LocalContainer {
    let container = try LocalContainer.inMemory(schema: schema) { Timestamp(milliseconds: 0) }
    for start in stride(from: 0, to: records.count, by: 200) {
      let page = records[start..<min(start + 200, records.count)]
      for result in try await container.modify(page.map { RecordOperation(.create, $0) }) {
        if let error = result.error { throw error }
      }
    }
    return container
  }

  /// Returns a page.
  static func page(_ name: String, _ fields: RecordFields = [:]) -> Record {
    Record(type: "Page", name: RecordName(name), fields: fields)
  }
}
