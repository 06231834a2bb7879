package import Diagnostics

/// The findings of an earlier version of files, which a branch has not caused.
package struct EarlierFindings: Sendable {
  /// What two versions of a finding share, whatever their lines: the rule, the subject, and the reason.
  private struct Identity: Hashable {
    let file, rule: String
    let subject: String?
    let reason: String

    init(_ diagnostic: Diagnostic) {
      (file, rule) = (diagnostic.file, diagnostic.rule)
      (subject, reason) = (diagnostic.subject, diagnostic.message)
    }
  }

  private var counts: [Identity: Int] = [:]

  package init() {}

  /// Adds the findings of a file, by its present name.
  package mutating func add(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { counts[Identity(diagnostic), default: 0] += 1 }
  }

  /// Returns the findings that the earlier version does not have. Of several equal ones, the first are those that it
  /// has.
  package func added(in diagnostics: [Diagnostic]) -> [Diagnostic] {
    var counts = counts
    return diagnostics.filter { diagnostic in
      let identity = Identity(diagnostic)
      guard let count = counts[identity], count > 0 else { return true }
      counts[identity] = count - 1
      return false
    }
  }
}
