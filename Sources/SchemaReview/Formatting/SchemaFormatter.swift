package import CloudKitSchema
package import Diagnostics

/// A formatter for the canonical form of schema files, including every comment.
///
/// Keywords are in upper case, names in quotes only if required, options and permissions in export order without
/// repeats. Line ends become LF, and a byte order mark is removed.
package struct SchemaFormatter {
  package enum Order: String, CaseIterable, Sendable {
    case author
    /// The order of an Apple export.
    case export
  }

  /// Returns the canonical text of a file. Formatting is idempotent.
  /// - Throws: `FormattingError` if the file has syntax mistakes, or if a comment would suppress less.
  package static func format(_ file: SchemaFile, order: Order = .author) throws(FormattingError) -> String {
    let errors = file.syntaxDiagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw .mistakes(errors) }
    let layout = LayoutReader.read(file)
    let text = LayoutPrinter.print(order == .export ? layout.inExportOrder : layout)
    try verify(text, against: file)
    return text
  }

  /// Checks that the formatted text has the schema and the comments of the file.
  private static func verify(_ text: String, against file: SchemaFile) throws(FormattingError) {
    let formatted = SchemaFile(SourceText(name: file.source.name, text: text))
    let isValid = !formatted.syntaxDiagnostics.contains { $0.severity == .error }
    guard isValid, SchemaDiff(from: Schema(file), to: Schema(formatted)).changes.isEmpty else {
      throw .changesMeaning(file: file.source.name)
    }
    guard comments(of: formatted) == comments(of: file) else { throw .losesComment(file: file.source.name) }
    if let finding = unsuppressed(in: formatted, of: file) {
      throw .losesSuppression(file: file.source.name, finding: finding)
    }
  }

  /// Returns a finding that a comment of the file suppresses, but not in the formatted text; `nil` without one.
  private static func unsuppressed(in formatted: SchemaFile, of file: SchemaFile) -> String? {
    let rules = Set(Suppression.all(in: file).flatMap(\.rules))
    guard !rules.isEmpty else { return nil }
    let selection = RuleSelection(select: rules.sorted())
    func findings(in file: SchemaFile) -> [String] {
      LintRun(file, selection: selection).diagnostics.map { "\($0.rule) of \($0.subject ?? "the file")" }
    }
    let known = Set(findings(in: file))
    return findings(in: formatted).first { !known.contains($0) }
  }

  /// Returns the number of occurrences of each comment.
  private static func comments(of file: SchemaFile) -> [String: Int] {
    var counts: [String: Int] = [:]
    for trivia in file.trivia {
      counts[LayoutComment(trivia, in: file.source.bytes, hasBlankLineBefore: false).words, default: 0] += 1
    }
    return counts
  }
}

package enum FormattingError: Error, Hashable, CustomStringConvertible {
  case mistakes([Diagnostic])
  /// The formatted text would change the schema, because of a bug in the formatter.
  case changesMeaning(file: String)
  /// The formatted text would lose a comment, because of a bug in the formatter.
  case losesComment(file: String)
  /// A comment would no longer suppress a finding, because it applies to several declarations on one line.
  case losesSuppression(file: String, finding: String)

  package var description: String {
    switch self {
    case .mistakes(let diagnostics):
      "cannot format \(diagnostics.first?.file ?? "the file"): it has syntax errors; fix them first"
    case .changesMeaning(let file):
      "cannot format \(file): the result would change the schema; the file is unchanged, please report this bug"
    case .losesComment(let file):
      "cannot format \(file): the result would lose a comment; the file is unchanged, please report this bug"
    case .losesSuppression(let file, let finding):
      "cannot format \(file): a comment would no longer suppress \(finding); put each item on its own line first"
    }
  }
}
