/// Finding of a probe about a feed, with its evidence.
package struct Verdict: Hashable, Sendable {
  /// Class of the verdict.
  package let verdictClass: VerdictClass
  /// Whether the feed works; `nil` if the probe cannot tell.
  package let isUp: Bool?
  /// Whether the state lasts until someone intervenes.
  package let isPermanent: Bool
  /// Evidence as text, such as a status or a certificate's last day; never a URL with a password.
  package let evidence: String

  /// Creates a verdict with its evidence.
  package init(_ verdictClass: VerdictClass, isUp: Bool?, isPermanent: Bool, _ evidence: String) {
    self.verdictClass = verdictClass
    self.isUp = isUp
    self.isPermanent = isPermanent
    self.evidence = evidence
  }

  /// Returns a verdict for a feed that works.
  static func up(_ verdictClass: VerdictClass, _ evidence: String, isPermanent: Bool = false) -> Verdict {
    Verdict(verdictClass, isUp: true, isPermanent: isPermanent, evidence)
  }

  /// Returns a verdict for a feed that does not work.
  static func down(_ verdictClass: VerdictClass, _ evidence: String, isPermanent: Bool) -> Verdict {
    Verdict(verdictClass, isUp: false, isPermanent: isPermanent, evidence)
  }

  /// Returns a verdict for a feed in an unknown state: an obstacle for a program may not affect readers.
  static func unknown(_ verdictClass: VerdictClass, _ evidence: String, isPermanent: Bool) -> Verdict {
    Verdict(verdictClass, isUp: nil, isPermanent: isPermanent, evidence)
  }
}
