/// What a probe found of a feed, and by what.
package struct Verdict: Hashable, Sendable {
  /// The word for it.
  package let verdictClass: VerdictClass
  /// Whether the feed works; `nil` where the probe cannot tell.
  package let isUp: Bool?
  /// Whether it will stay so until somebody does something.
  package let isPermanent: Bool
  /// The evidence, in words: a status, a certificate's last day; never a URL with a password.
  package let evidence: String

  /// A verdict with its evidence.
  package init(_ verdictClass: VerdictClass, isUp: Bool?, isPermanent: Bool, _ evidence: String) {
    self.verdictClass = verdictClass
    self.isUp = isUp
    self.isPermanent = isPermanent
    self.evidence = evidence
  }

  /// Works.
  static func up(_ verdictClass: VerdictClass, _ evidence: String, isPermanent: Bool = false) -> Verdict {
    Verdict(verdictClass, isUp: true, isPermanent: isPermanent, evidence)
  }

  /// Does not work.
  static func down(_ verdictClass: VerdictClass, _ evidence: String, isPermanent: Bool) -> Verdict {
    Verdict(verdictClass, isUp: false, isPermanent: isPermanent, evidence)
  }

  /// Nobody knows: what keeps a program out need not keep readers out.
  static func unknown(_ verdictClass: VerdictClass, _ evidence: String, isPermanent: Bool) -> Verdict {
    Verdict(verdictClass, isUp: nil, isPermanent: isPermanent, evidence)
  }
}
