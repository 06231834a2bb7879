import CloudKitSchema
package import Diagnostics

/// An accepted finding, identified by its subject instead of its place.
package struct AcceptedFinding: Hashable, Sendable {
  /// The identity of the finding.
  package let fingerprint: String
  /// The id of the rule.
  package let rule: String
  /// The checked file, relative to the file of acceptances; `nil` for any file.
  package let file: String?
  /// The subject, such as `Feed.title`; empty for a whole file.
  package let subject: String
  /// The old and the new value, for a difference between two schemas. Informative: the fingerprint includes both.
  package let from, to: String?
  /// Why the finding is accepted.
  package let reason: String
  /// The last day of the acceptance, such as `2026-11-21`; `nil` for no end.
  package let expires: String?

  /// Creates an acceptance from its stored values.
  package init(
    fingerprint: String, rule: String, file: String? = nil, subject: String, from: String? = nil, to: String? = nil,
    reason: String, expires: String?
  ) {
    self.fingerprint = fingerprint
    self.file = file
    self.rule = rule
    self.subject = subject
    self.from = from
    self.to = to
    self.reason = reason
    self.expires = expires
  }

  /// Creates the acceptance of a finding.
  package init(_ diagnostic: Diagnostic, file: String? = nil, reason: String) {
    self.init(
      fingerprint: Self.fingerprint(of: diagnostic), rule: diagnostic.rule, file: file,
      subject: diagnostic.subject ?? "", from: diagnostic.from, to: diagnostic.to, reason: reason, expires: nil)
  }

  /// Returns whether a finding can be accepted. What CloudKit refuses and mistakes in suppressions cannot.
  package static func canAccept(_ diagnostic: Diagnostic) -> Bool {
    guard let rule = SchemaRule.named(diagnostic.rule) else {
      return DeploymentRule.named(diagnostic.rule)?.isEnforced == false
    }
    return rule.scope == .practice || rule.scope == .language && rule.severity != .error
  }

  /// Returns the fingerprint of a finding: the 64-bit FNV-1a hash, in hex, of the rule id and the subject, and for a
  /// difference between two schemas also the old and the new value, separated by NUL.
  ///
  /// The fingerprint does not depend on messages and lines.
  package static func fingerprint(of diagnostic: Diagnostic) -> String {
    var parts = [diagnostic.rule, diagnostic.subject ?? ""]
    if diagnostic.from != nil || diagnostic.to != nil { parts += [diagnostic.from ?? "", diagnostic.to ?? ""] }
    return StableHash(parts.joined(separator: "\0").utf8).hexadecimal
  }
}
