/// A problem in a file: what is wrong, where, and how to fix it.
package struct Diagnostic: Hashable, Sendable {
  package enum Severity: String, Comparable, CaseIterable, Sendable {
    case info, warning, error

    package static func < (lhs: Severity, rhs: Severity) -> Bool {
      allCases.firstIndex(of: lhs) ?? 0 < allCases.firstIndex(of: rhs) ?? 0
    }
  }

  /// The id of the rule, in kebab case.
  package var rule: String
  package var severity: Severity
  /// What is wrong: lower case, without a full stop.
  package var message: String
  /// The name of the file as the user gave it.
  package var file: String
  /// The bytes with the problem; `nil` for the whole file.
  package var range: SourceRange?
  /// The path of the value in a structured file, such as `feeds[3].title`.
  package var path: String?
  /// The subject independent of its place, such as `Feed.title`; acceptances refer to it.
  package var subject: String?
  /// A related place, such as the first of two declarations.
  package var related: Related?
  package var help: String?
  /// A safe change of the text that fixes the problem.
  package var fix: Fix?

  package init(
    _ severity: Severity, rule: String, _ message: String, file: String, range: SourceRange? = nil,
    path: String? = nil, subject: String? = nil, help: String? = nil, fix: Fix? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.file = file
    self.range = range
    self.path = path
    self.subject = subject
    self.help = help
    self.fix = fix
  }
}

extension Diagnostic {
  package struct Related: Hashable, Sendable {
    /// The name of the file as the user gave it.
    package let file: String
    package let range: SourceRange
    /// What is at the place: lower case, without a full stop.
    package let message: String

    package init(_ message: String, file: String, range: SourceRange) {
      self.file = file
      self.range = range
      self.message = message
    }
  }
}

/// Edits of one text that fix a problem.
package struct Fix: Hashable, Sendable {
  /// A replacement; an empty range inserts.
  package struct Edit: Hashable, Sendable {
    package let range: SourceRange
    package let replacement: String

    package init(range: SourceRange, replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }

  /// What the fix does, as an instruction.
  package let title: String
  /// The edits in text order; they do not overlap.
  package let edits: [Edit]

  package init(_ title: String, edits: [Edit]) {
    self.title = title
    self.edits = edits
  }

  package init(_ title: String, at range: SourceRange, _ replacement: String) {
    self.init(title, edits: [Edit(range: range, replacement: replacement)])
  }
}
