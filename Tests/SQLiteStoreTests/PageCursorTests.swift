import CloudKitRecords
import CloudKitSchema
import Foundation
import SQLiteStore
import Testing

import struct CloudKitRecords.Cursor

@Suite("Page cursors")
struct PageCursorTests {
  private static let query = Query("Note", sorts: [Sort("text")], limit: 1)

  /// Returns a container of two notes and the cursor of the first page.
  private static func firstPage() async throws -> (LocalContainer, Cursor) {
    let schema = Schema.notes([Field(name: "text", type: FieldType(.string), indexes: [.queryable, .sortable])])
    let store = try LocalContainer.inMemory(schema: schema, now: { Timestamp(milliseconds: 1) })
    let notes = ["a", "b"].map { Record(type: "Note", name: RecordName($0), fields: ["text": .string($0)]) }
    let results = try await store.modify(notes.map { RecordOperation(.create, $0) })
    #expect(results.allSatisfy { $0.error == nil })
    return (store, try #require(try await store.query(query, after: nil).next))
  }

  @Test("a damaged cursor is refused", arguments: ["values", "query", "rowID"])
  func damaged(member: String) async throws {
    let (store, cursor) = try await Self.firstPage()
    #expect(try await store.query(Self.query, after: cursor).records.map(\.name) == ["b"])
    let data = try #require(Data(base64Encoded: cursor.token))
    var content = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    content[member] = [Any]()
    let token = try JSONSerialization.data(withJSONObject: content).base64EncodedString()
    let refusal = RecordStoreError.badRequest(reason: "the continuation marker is not one of this query")
    await #expect(throws: refusal) { try await store.query(Self.query, after: Cursor(token: token)) }
  }
}
