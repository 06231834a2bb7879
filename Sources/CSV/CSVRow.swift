package import Diagnostics

/// A row below the header, with the source ranges of its fields.
package struct CSVRow: Sendable {
  /// A field: the range of its text in `bytes`, and its range in the file, including quotes.
  struct Field {
    let text: Range<Int>
    let range: SourceRange
    let isQuoted: Bool
  }

  /// The 1-based line on which the row begins. A quoted field may span several lines.
  package let line: Int
  /// The concatenated bytes of the fields, without quotes.
  var bytes: [UInt8] = []
  var fields: [Field] = []
  var hasQuotes = false

  init(line: Int) { self.line = line }

  /// Whether the row is an empty line. A row may consist of an empty quoted field.
  var isBlank: Bool { count <= 1 && !hasQuotes && !bytes.contains { $0 > 0x20 } }

  package var count: Int { fields.count }

  /// The range of the row in the file, without its line end.
  package var range: SourceRange { SourceRange(fields.first?.range.start ?? 0, fields.last?.range.end ?? 0) }

  /// `nil` beyond the end of the row.
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

  /// The exact text of a field, without the apostrophe that `CSVWriter` writes before formulas; `nil` for an empty
  /// field without quotes, and beyond the end of the row.
  package func cell(at index: Int) -> String? {
    guard let field = bytes(at: index), !field.isEmpty || fields[index].isQuoted else { return nil }
    return String(decoding: CSVFormula.isEscaped(field) ? field.dropFirst() : field, as: UTF8.self)
  }

  /// Returns the range of a field in the file, including quotes, or `nil` beyond the end of the row.
  package func range(at index: Int) -> SourceRange? {
    fields.indices.contains(index) ? fields[index].range : nil
  }

  /// Whether the row has a nonempty field beyond the columns of the header.
  func hasValues(beyond count: Int) -> Bool {
    fields.dropFirst(count).contains { !$0.text.isEmpty }
  }
}
