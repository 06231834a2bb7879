/// Writes rows as RFC 4180 has them: fields between commas, in quotes where they need them, lines that end with CR LF.
package struct CSVWriter: Sendable {
  /// What becomes of a field that a spreadsheet would run as a formula.
  package enum Formulas: Sendable {
    /// It is written as it is: the file is for programs.
    case kept
    /// It is written with an apostrophe before it, which spreadsheets take for "text": the file is for people.
    ///
    /// Source: OWASP, "CSV Injection". Numbers stay numbers.
    case disarmed
  }

  private let formulas: Formulas

  /// A writer of files for programs or for people.
  package init(formulas: Formulas) { self.formulas = formulas }

  /// A header and rows.
  package func document(_ header: [String], _ rows: some Sequence<[String]>) -> String {
    rows.reduce(into: line(header)) { $0 += line($1) }
  }

  /// One row, with its line end.
  package func line(_ fields: some Sequence<String>) -> String {
    var line: [UInt8] = []
    var count = 0
    for field in fields {
      if count > 0 { line.append(UInt8(ascii: ",")) }
      count += 1
      append(field, to: &line)
    }
    // A row of one empty field must not look like a blank line.
    if line.isEmpty, count == 1 { line += [UInt8(ascii: "\""), UInt8(ascii: "\"")] }
    return String(decoding: line + [0x0D, 0x0A], as: UTF8.self)
  }

  private func append(_ field: String, to line: inout [UInt8]) {
    let bytes = field.utf8
    let isFormula = formulas == .disarmed && Self.isFormula(field)
    let needsQuotes = bytes.contains { $0 < 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
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

  private static func isFormula(_ field: String) -> Bool {
    switch field.utf8.first(where: { $0 != 0x20 }) {
    case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0D, 0x0A: true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): Double(field) == nil
    default: false
    }
  }
}
