/// A writer of comma-separated values (RFC 4180). Fields are quoted only if necessary, and lines end with CR LF.
///
/// An apostrophe precedes a field that a spreadsheet would evaluate as a formula (OWASP, "CSV Injection"). Numbers are
/// unchanged. `CSVRow` removes the apostrophe.
package struct CSVWriter: Sendable {
  package init() {}

  package func document(_ header: [String], _ rows: some Sequence<[String]>) -> String {
    rows.reduce(into: line(header)) { $0 += line($1) }
  }

  /// Returns a row with its line end.
  package func line(_ fields: [String]) -> String {
    // Quotes distinguish a row of one empty field from a blank line.
    row(fields.map { $0.isEmpty && fields.count > 1 ? nil : $0 })
  }

  /// Returns a row with its line end, in which quotes distinguish an empty text from no value.
  package func row(_ cells: [String?]) -> String {
    var line: [UInt8] = []
    for (place, cell) in cells.enumerated() {
      if place > 0 { line.append(UInt8(ascii: ",")) }
      guard let cell else { continue }
      if cell.isEmpty { line += [UInt8(ascii: "\""), UInt8(ascii: "\"")] } else { append(cell, to: &line) }
    }
    return String(decoding: line + [0x0D, 0x0A], as: UTF8.self)
  }

  /// Returns a field of a file with any separator.
  /// - Parameter isQuoted: Whether to quote a field that needs no quotes.
  package static func cell(_ field: String, separator: UInt8, isQuoted: Bool) -> String {
    var cell: [UInt8] = []
    CSVWriter().append(field, separator: separator, isQuoted: isQuoted, to: &cell)
    return String(decoding: cell, as: UTF8.self)
  }

  private func append(
    _ field: String, separator: UInt8 = UInt8(ascii: ","), isQuoted: Bool = false, to line: inout [UInt8]
  ) {
    let bytes = field.utf8
    let isFormula = CSVFormula.needsEscape(field)
    let needsQuotes = isQuoted || bytes.contains { $0 < 0x20 || $0 == separator || $0 == UInt8(ascii: "\"") }
    guard needsQuotes || bytes.first == 0x20 || bytes.last == 0x20 else {
      if isFormula { line.append(UInt8(ascii: "'")) }
      line += bytes
      return
    }
    line.append(UInt8(ascii: "\""))
    if isFormula { line.append(UInt8(ascii: "'")) }
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { line.append(byte) }
      line.append(byte)
    }
    line.append(UInt8(ascii: "\""))
  }
}

/// Fields that a spreadsheet would evaluate as formulas.
enum CSVFormula {
  /// Whether a field is a formula, or an apostrophe precedes what could be one.
  static func needsEscape(_ field: String) -> Bool {
    let bytes = field.utf8.drop { $0 == 0x20 }
    if bytes.first == UInt8(ascii: "'") { return isEscaped(bytes) }
    return isStart(bytes.first) && Double(field) == nil
  }

  /// Whether a field begins with an apostrophe before a possible formula.
  static func isEscaped(_ field: some Collection<UInt8>) -> Bool {
    field.first == UInt8(ascii: "'") && isStart(field.first { $0 != UInt8(ascii: "'") && $0 != 0x20 })
  }

  private static func isStart(_ byte: UInt8?) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "+"), UInt8(ascii: "-"), 0x09, 0x0D, 0x0A: true
    default: false
    }
  }
}
