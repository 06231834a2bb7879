package import Diagnostics

/// A deviation from RFC 4180, or a row that was not read.
package struct CSVMistake: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A quoted field is not closed. Nothing after it was read.
    case unclosedQuote
    /// Text follows a closing quote. It is kept.
    case textAfterQuote
    /// An unquoted field contains a quote. It is kept.
    case bareQuote
    /// A row has more or fewer fields than the header.
    case ragged(fields: Int, columns: Int)
    /// A row is larger than `CSVReader.maximumRow`, and was not read.
    case rowSize
    /// A row is not UTF-8, and was not read.
    case notUTF8
    /// Two columns have the same name. The first is used.
    case repeatedColumn(String)
  }

  package let kind: Kind
  /// The 1-based line.
  package let line: Int
  package let range: SourceRange

  var preventsReading: Bool { [.unclosedQuote, .rowSize, .notUTF8].contains(kind) }

  package func diagnostic(file: String) -> Diagnostic {
    switch kind {
    case .unclosedQuote:
      report(
        .error, "csv-quote", "quoted field is not closed; nothing after it was read", file,
        help: "close the field with '\"'; write quotes inside a field twice")
    case .textAfterQuote:
      report(
        .warning, "csv-text-after-quote", "text follows a closing quote", file,
        help: "the text is kept as part of the field; write quotes inside a field twice")
    case .bareQuote:
      report(
        .info, "csv-bare-quote", "quote inside an unquoted field", file,
        help: "the quote is kept")
    case .ragged(let fields, let columns):
      report(
        .warning, "csv-ragged-row", "row has \(fields) fields, but the header has \(columns)", file,
        help: fields < columns ? "missing fields are empty" : "fields beyond the header are ignored")
    case .rowSize:
      report(
        .error, "csv-row-size", "row is larger than \(CSVReader.maximumRow >> 20) MB", file,
        help: "check for a quote that is not closed")
    case .notUTF8:
      report(.error, "not-utf8", "row is not UTF-8", file, help: "save the file as UTF-8")
    case .repeatedColumn(let name):
      report(.warning, "csv-repeated-column", "duplicate column '\(name)'", file, help: "the first one is used")
    }
  }

  private func report(
    _ severity: Diagnostic.Severity, _ rule: String, _ message: String, _ file: String, help: String
  ) -> Diagnostic {
    Diagnostic(severity, rule: rule, message, file: file, range: range, help: help)
  }
}
