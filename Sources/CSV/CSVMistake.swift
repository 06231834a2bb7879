package import Diagnostics

/// Something in a file of rows that RFC 4180 does not allow, or that was passed over.
package struct CSVMistake: Hashable, Sendable {
  /// What it is.
  package enum Kind: Hashable, Sendable {
    /// A quoted field has no end: all that follows is in it, and was not read.
    case unclosedQuote
    /// Text follows a closing quote; it is kept.
    case textAfterQuote
    /// A quote inside a field that does not begin with one; it is kept.
    case bareQuote
    /// A row has more or fewer fields than the header.
    case ragged(fields: Int, columns: Int)
    /// A row is larger than `CSVReader.maximumRow`; it was not read.
    case rowSize
    /// A row is not UTF-8; it was not read.
    case notUTF8
    /// Two columns have the same name; the first counts.
    case repeatedColumn(String)
  }

  /// What it is.
  package let kind: Kind
  /// The line it stands on, from 1.
  package let line: Int
  /// Its bytes in the file.
  package let range: SourceRange

  /// The mistake as it is reported.
  package func diagnostic(file: String) -> Diagnostic {
    switch kind {
    case .unclosedQuote:
      report(
        .error, "csv-quote", "a quoted field is not closed, and nothing after it was read", file,
        help: "close it with '\"'; a quote inside a field is written twice")
    case .textAfterQuote:
      report(
        .warning, "csv-text-after-quote", "text follows a closing quote", file,
        help: "it is taken as part of the field; a quote inside a field is written twice")
    case .bareQuote:
      report(
        .info, "csv-bare-quote", "a quote inside a field that has none around it", file,
        help: "it is taken as it stands")
    case .ragged(let fields, let columns):
      report(
        .warning, "csv-ragged-row", "this row has \(fields) fields, and the header \(columns)", file,
        help: fields < columns ? "the missing ones are taken as empty" : "those beyond the header are left out")
    case .rowSize:
      report(
        .error, "csv-row-size", "this row is larger than the \(CSVReader.maximumRow >> 20) MB that are read", file,
        help: "a quote that is not closed may have swallowed the rows below it")
    case .notUTF8:
      report(.error, "not-utf8", "this row is not UTF-8", file, help: "save the file as UTF-8")
    case .repeatedColumn(let name):
      report(.warning, "csv-repeated-column", "the column '\(name)' stands twice", file, help: "the first counts")
    }
  }

  private func report(
    _ severity: Diagnostic.Severity, _ rule: String, _ message: String, _ file: String, help: String
  ) -> Diagnostic {
    Diagnostic(severity, rule: rule, message, file: file, range: range, help: help)
  }
}
