package import Diagnostics

/// One row below the header, with the places of its fields.
package struct CSVRow: Sendable {
  /// One field: its text among the row's, and what it takes up in the file, quotes included.
  struct Field {
    let text: Range<Int>
    let range: SourceRange
  }

  /// The line the row begins on, from 1; a quoted field may go on over several.
  package internal(set) var line = 1
  /// The bytes of the fields, quotes taken off, one after the other.
  var bytes: [UInt8] = []
  var fields: [Field] = []

  /// How many fields there are.
  package var count: Int { fields.count }

  /// The bytes of the row, its line end left out.
  package var range: SourceRange { SourceRange(fields.first?.range.start ?? 0, fields.last?.range.end ?? 0) }

  /// The bytes of a field; `nil` beyond the row's end.
  package func bytes(at index: Int) -> ArraySlice<UInt8>? {
    fields.indices.contains(index) ? bytes[fields[index].text] : nil
  }

  /// The text of a field, without white space at its ends; `nil` beyond the row's end.
  package subscript(index: Int) -> String? {
    bytes(at: index).map { field in
      guard let start = field.firstIndex(where: { $0 > 0x20 }), let end = field.lastIndex(where: { $0 > 0x20 }) else {
        return ""
      }
      return String(decoding: field[start...end], as: UTF8.self)
    }
  }

  /// The bytes a field takes up in the file, quotes included; `nil` beyond the row's end.
  package func range(at index: Int) -> SourceRange? {
    fields.indices.contains(index) ? fields[index].range : nil
  }

  /// Whether the row has a field that is not empty after the header's columns.
  func goesOn(after count: Int) -> Bool {
    fields.dropFirst(count).contains { !$0.text.isEmpty }
  }

  /// Forgets the fields, and keeps the memory for the next ones.
  mutating func removeAll(line: Int) {
    self.line = line
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
  }
}
