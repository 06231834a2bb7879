package import Diagnostics

/// A row below the header, with the source ranges of its fields.
package struct CSVRow: Sendable {
  /// A field: the range of its text in `bytes`, and its range in the file, including quotes.
  struct Field {
    let text: Range<Int>
    let range: SourceRange
  }

  /// The 1-based line on which the row begins. A quoted field may span several lines.
  package internal(set) var line = 1
  /// The concatenated bytes of the fields, without quotes.
  var bytes: [UInt8] = []
  var fields: [Field] = []

  package var count: Int { fields.count }

  /// The range of the row in the file, without its line end.
  package var range: SourceRange { SourceRange(fields.first?.range.start ?? 0, fields.last?.range.end ?? 0) }

  /// Returns the bytes of a field, or `nil` beyond the end of the row.
  package func bytes(at index: Int) -> ArraySlice<UInt8>? {
    fields.indices.contains(index) ? bytes[fields[index].text] : nil
  }

  /// The text of a field without leading and trailing white space and without the apostrophe that `CSVWriter` writes
  /// before formulas; `nil` beyond the end of the row.
  package subscript(index: Int) -> String? {
    bytes(at: index).map { field in
      guard let start = field.firstIndex(where: { $0 > 0x20 }), let end = field.lastIndex(where: { $0 > 0x20 }) else {
        return ""
      }
      let text = field[start...end]
      return String(decoding: CSVFormula.isEscaped(text) ? text.dropFirst() : text, as: UTF8.self)
    }
  }

  /// Returns the range of a field in the file, including quotes, or `nil` beyond the end of the row.
  package func range(at index: Int) -> SourceRange? {
    fields.indices.contains(index) ? fields[index].range : nil
  }

  /// Whether the row has a nonempty field beyond the columns of the header.
  func hasValues(beyond count: Int) -> Bool {
    fields.dropFirst(count).contains { !$0.text.isEmpty }
  }

  /// Removes the fields, but keeps their memory for the next row.
  mutating func removeAll(line: Int) {
    self.line = line
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
  }
}
