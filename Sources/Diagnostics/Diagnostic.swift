/// A fact about a file of the user's: what is wrong, where, and what to do.
package struct Diagnostic: Hashable, Sendable {
  /// How much it matters, least first.
  package enum Severity: String, Comparable, CaseIterable, Sendable {
    case info, warning, error

    package static func < (lhs: Severity, rhs: Severity) -> Bool {
      allCases.firstIndex(of: lhs) ?? 0 < allCases.firstIndex(of: rhs) ?? 0
    }
  }

  /// The rule's id, kebab-case; it never changes its meaning.
  package var rule: String
  /// How much it matters.
  package var severity: Severity
  /// What is wrong, lower case, without a full stop.
  package var message: String
  /// The file, as the user named it.
  package var file: String
  /// The bytes it is about; `nil` when it is about the file as a whole.
  package var range: SourceRange?
  /// The path of the value in a structured file, such as `feeds[3].title`.
  package var path: String?
  /// What it is about whatever the file looks like, such as `Feed.title`: what an acceptance of it names.
  package var subject: String?
  /// What it was and what it is to be, for a difference of two files; an acceptance is of these two values only.
  package var from, to: String?
  /// Another place it speaks of, such as the first of two declarations.
  package var related: Related?
  /// What to do about it.
  package var help: String?
  /// A change of the text that mends it, where there is a safe one.
  package var fix: Fix?

  /// A diagnostic; only what is known need be given.
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
  /// Another place a diagnostic speaks of.
  package struct Related: Hashable, Sendable {
    /// The file, as the user named it.
    package let file: String
    /// The bytes.
    package let range: SourceRange
    /// What is there, lower case, without a full stop.
    package let message: String

    /// A place and what is there.
    package init(_ message: String, file: String, range: SourceRange) {
      self.file = file
      self.range = range
      self.message = message
    }
  }
}

/// Edits of one text that mend a mistake.
package struct Fix: Hashable, Sendable {
  /// One replacement; an empty range inserts.
  package struct Edit: Hashable, Sendable {
    /// The bytes to replace.
    package let range: SourceRange
    /// What stands there instead.
    package let replacement: String

    /// A replacement of a range.
    package init(range: SourceRange, replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }

  /// What the fix does, as an instruction.
  package let title: String
  /// The edits, which do not overlap, in the order of the text.
  package let edits: [Edit]

  /// A fix of one or more edits.
  package init(_ title: String, edits: [Edit]) {
    self.title = title
    self.edits = edits
  }
}
