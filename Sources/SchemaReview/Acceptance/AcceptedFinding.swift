import CloudKitSchema
package import Diagnostics

/// A finding that somebody looked at and accepted, known by what it is about and not by where it stands.
package struct AcceptedFinding: Hashable, Sendable {
  /// What tells it from other findings.
  package let fingerprint: String
  /// The rule's id.
  package let rule: String
  /// What it is about, such as `Feed.title`; empty for a file as a whole.
  package let subject: String
  /// What it was and what it is to be, for a difference of two schemas; for people, as the fingerprint has them.
  package let from, to: String?
  /// Why it is accepted.
  package let reason: String
  /// The last day it is, as `2026-11-21`; `nil` for always.
  package let expires: String?

  /// An acceptance as it was written down.
  package init(
    fingerprint: String, rule: String, subject: String, from: String? = nil, to: String? = nil, reason: String,
    expires: String?
  ) {
    self.fingerprint = fingerprint
    self.rule = rule
    self.subject = subject
    self.from = from
    self.to = to
    self.reason = reason
    self.expires = expires
  }

  /// The acceptance of a finding.
  package init(_ diagnostic: Diagnostic, reason: String) {
    self.init(
      fingerprint: Self.fingerprint(of: diagnostic), rule: diagnostic.rule, subject: diagnostic.subject ?? "",
      from: diagnostic.from, to: diagnostic.to, reason: reason, expires: nil)
  }

  /// Whether a finding can be accepted at all: errors of the language and mistakes in comments are to be mended.
  package static func canAccept(_ diagnostic: Diagnostic) -> Bool {
    guard let rule = SchemaRule.named(diagnostic.rule) else { return DeploymentRule.named(diagnostic.rule) != nil }
    return rule.scope == .practice || rule.scope == .language && rule.severity != .error
  }

  /// FNV-1a, 64 bits, in hex, of the rule's id, a NUL and the subject; for a difference of two schemas, of a NUL and what
  /// it was, a NUL and what it is to be, too.
  ///
  /// Never of prose or lines, so that other words and other places leave it as it is.
  package static func fingerprint(of diagnostic: Diagnostic) -> String {
    var parts = [diagnostic.rule, diagnostic.subject ?? ""]
    if diagnostic.from != nil || diagnostic.to != nil { parts += [diagnostic.from ?? "", diagnostic.to ?? ""] }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in parts.joined(separator: "\0").utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
