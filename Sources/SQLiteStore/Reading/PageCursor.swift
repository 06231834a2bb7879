import CloudKitRecords
import Diagnostics
import Foundation

import struct CloudKitRecords.Cursor

/// The end of a page: the sort values and row ID of its last record, and the fingerprint of its query.
struct PageCursor: Equatable {
  /// The sort values, in order.
  let values: [StoredValue]
  let rowID: Int64

  init(values: [StoredValue], rowID: Int64) {
    self.values = values
    self.rowID = rowID
  }

  /// Decodes the position in a cursor.
  /// - Throws: `.badRequest` for a cursor of another query or store.
  init(_ cursor: Cursor, of query: Fingerprint, sorts: Int) throws(RecordStoreError) {
    guard let data = Data(base64Encoded: cursor.token),
      let content = try? JSONDecoder().decode(Content.self, from: data),
      content.query == query.text, content.values.count == sorts
    else { throw .badRequest(reason: "the continuation marker is not one of this query") }
    values = content.values.map(\.stored)
    rowID = content.rowID
  }

  /// Returns the position as a cursor of a query.
  func cursor(of query: Fingerprint) throws -> Cursor {
    let content = Content(query: query.text, values: values.map(Value.init), rowID: rowID)
    return Cursor(token: try JSONEncoder().encode(content).base64EncodedString())
  }

  private struct Content: Codable {
    let query: String
    let values: [Value]
    let rowID: Int64
  }

  /// A sort value; all properties are `nil` for NULL.
  private struct Value: Codable {
    var integer: Int64?
    var real: Double?
    var text: String?
    var bytes: Data?

    init(_ stored: StoredValue) {
      switch stored {
      case .null: break
      case .integer(let value): integer = value
      case .real(let value): real = value
      case .text(let value): text = value
      case .blob(let value): bytes = Data(value)
      }
    }

    var stored: StoredValue {
      if let integer { return .integer(integer) }
      if let real { return .real(real) }
      if let text { return .text(text) }
      return bytes.map { .blob(Array($0)) } ?? .null
    }
  }
}

/// A fingerprint that distinguishes the cursors of different queries.
struct Fingerprint: Equatable {
  private var hash = StableHash()

  init(_ fragment: SQLFragment) {
    hash.add(fragment.sql.utf8)
    for argument in fragment.arguments {
      switch argument {
      case .null: hash.add(0)
      case .integer(let value): hash.add(withUnsafeBytes(of: value.littleEndian, Array.init))
      case .real(let value): hash.add(withUnsafeBytes(of: value.bitPattern.littleEndian, Array.init))
      case .text(let value): hash.add(value.utf8)
      case .blob(let value): hash.add(value)
      }
      hash.add(0xFF)
    }
  }

  var text: String { String(hash.value, radix: 36) }
}
