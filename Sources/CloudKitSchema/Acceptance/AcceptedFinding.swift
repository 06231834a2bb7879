package import Diagnostics

/// A finding that somebody looked at and accepted, known by what it is about and not by where it stands.
package struct AcceptedFinding: Hashable, Sendable {
  /// What tells it from other findings.
  package let fingerprint: String
  /// The rule's id.
  package let rule: String
  /// What it is about, such as `Feed.title`; empty for a file as a whole.
  package let subject: String
  /// Why it is accepted.
  package let reason: String
  /// The last day it is, as `2026-11-21`; `nil` for always.
  package let expires: String?

  /// An acceptance as it was written down.
  package init(fingerprint: String, rule: String, subject: String, reason: String, expires: String?) {
    self.fingerprint = fingerprint
    self.rule = rule
    self.subject = subject
    self.reason = reason
    self.expires = expires
  }

  /// The acceptance of a finding.
  package init(_ diagnostic: Diagnostic, reason: String) {
    self.init(
      fingerprint: Self.fingerprint(of: diagnostic), rule: diagnostic.rule, subject: diagnostic.subject ?? "",
      reason: reason, expires: nil)
  }

  /// Whether a finding can be accepted at all: errors of the language and mistakes in comments are to be mended.
  package static func canAccept(_ diagnostic: Diagnostic) -> Bool {
    guard let rule = SchemaRule.named(diagnostic.rule) else { return false }
    return rule.scope == .practice || rule.scope == .language && rule.severity != .error
  }

  /// FNV-1a, 64 bits, in hex, of the rule's id, a NUL and the subject.
  ///
  /// Never of prose or lines, so that other words and other places leave it as it is.
  package static func fingerprint(of diagnostic: Diagnostic) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in Array(diagnostic.rule.utf8) + [0] + Array((diagnostic.subject ?? "").utf8) {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
