import CloudKitRecords
import Foundation

import struct CloudKitRecords.Cursor

/// The end of a page of a query's results.
struct PageCursor: Codable {
  /// The fingerprint of the query.
  let query: String
  /// The sort values of the page's last record, in order.
  let values: [StoredValue]
  /// The row ID of the page's last record.
  let rowID: Int64

  init(query: String, values: [StoredValue], rowID: Int64) {
    self.query = query
    self.values = values
    self.rowID = rowID
  }

  /// Decodes the position in a cursor.
  /// - Throws: `.badRequest` for a cursor of another query or store.
  init(_ cursor: Cursor, of query: String, sorts: Int) throws(RecordStoreError) {
    guard let data = Data(base64Encoded: cursor.token),
      let content = try? JSONDecoder().decode(PageCursor.self, from: data), content.query == query,
      content.values.count == sorts
    else { throw .badRequest(reason: "the continuation marker is not one of this query") }
    self = content
  }

  func cursor() throws -> Cursor {
    let encoder = JSONEncoder()
    // The same position is the same cursor, so that outputs can be compared.
    encoder.outputFormatting = .sortedKeys
    return Cursor(token: try encoder.encode(self).base64EncodedString())
  }
}
