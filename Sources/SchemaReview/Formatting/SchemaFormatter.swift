package import CloudKitSchema
package import Diagnostics

/// Writes a schema file in canonical form, with every comment.
///
/// Keywords are in capitals, names in quotes only where they must be, options and permissions in the order of an
/// export, each once. Line ends become LF, a byte order mark goes.
package struct SchemaFormatter {
  /// In which order declarations come out.
  package enum Order: String, CaseIterable, Sendable {
    /// As the author has them.
    case author
    /// As an Apple export has them.
    case export
  }

  /// The canonical text of a file; that of the text is the text itself.
  /// - Throws: `FormattingError` when the file has mistakes of syntax.
  package static func format(_ file: SchemaFile, order: Order = .author) throws(FormattingError) -> String {
    let errors = file.syntaxDiagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw .mistakes(errors) }
    let layout = LayoutReader.read(file)
    let text = LayoutPrinter.print(order == .export ? layout.inExportOrder : layout)
    try verify(text, against: file)
    return text
  }

  /// Reads the text again and holds it against the file: a formatter that changes a schema is worse than none.
  private static func verify(_ text: String, against file: SchemaFile) throws(FormattingError) {
    let formatted = SchemaFile(SourceText(name: file.source.name, text: text))
    let isUnderstood = !formatted.syntaxDiagnostics.contains { $0.severity == .error }
    guard isUnderstood, Schema(formatted).inExportOrder == Schema(file).inExportOrder else {
      throw .changesMeaning(file: file.source.name)
    }
    guard comments(of: formatted) == comments(of: file) else { throw .losesComment(file: file.source.name) }
  }

  /// How often each comment stands in a file.
  private static func comments(of file: SchemaFile) -> [String: Int] {
    file.source.bytes.withUnsafeBufferPointer { bytes in
      var counts: [String: Int] = [:]
      for trivia in file.trivia {
        counts[LayoutComment(trivia, in: bytes, hasBlankLineBefore: false).words, default: 0] += 1
      }
      return counts
    }
  }
}

/// Why a file is left as it is.
package enum FormattingError: Error, Hashable, CustomStringConvertible {
  /// What has mistakes of syntax has no canonical form.
  case mistakes([Diagnostic])
  /// The formatted text would not mean the same: a fault of the formatter.
  case changesMeaning(file: String)
  /// The formatted text would not have all the comments: a fault of the formatter.
  case losesComment(file: String)

  /// What happened, and what to do.
  package var description: String {
    switch self {
    case .mistakes(let diagnostics):
      "cannot format \(diagnostics.first?.file ?? "the file"): it has mistakes of syntax; mend them first"
    case .changesMeaning(let file):
      "cannot format \(file): the result would not mean the same; the file is left alone, please report it"
    case .losesComment(let file):
      "cannot format \(file): the result would lose a comment; the file is left alone, please report it"
    }
  }
}
