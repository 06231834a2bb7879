package import ArgumentParser

/// A requested format with an optional file: `html=report.html`.
package struct OutputRequest<Offered: OfferedFormats>: ExpressibleByArgument {
  let format: OutputFormat
  /// The output file; `nil` for standard output.
  let file: String?

  package static var allValueStrings: [String] { Offered.formats.map(\.rawValue) }

  package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  package init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    // The text of records is a table, and other tools call it so.
    guard let format = parts.first.flatMap({ OutputFormat(rawValue: $0 == "table" ? "text" : $0) }),
      Offered.formats.contains(format),
      parts.last != ""
    else { return nil }
    self.format = format
    file = parts.count > 1 ? parts.last : nil
  }

  init(_ format: OutputFormat) {
    self.format = format
    file = nil
  }
}
