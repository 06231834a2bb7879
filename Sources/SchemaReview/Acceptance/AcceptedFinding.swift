import CloudKitRecords
import CloudKitSchema
package import Diagnostics
import JSON

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
  static func fingerprint(of diagnostic: Diagnostic) -> String {
    var parts = [diagnostic.rule, diagnostic.subject ?? ""]
    if diagnostic.from != nil || diagnostic.to != nil { parts += [diagnostic.from ?? "", diagnostic.to ?? ""] }
    return StableHash(parts.joined(separator: "\0").utf8).hexadecimal
  }
}

/// The contents of a file of accepted findings.
package struct AcceptedFile: Sendable {
  /// The entries without mistakes, in file order.
  package let findings: [AcceptedFinding]
  /// The mistakes in the file.
  package let diagnostics: [Diagnostic]

  private static let fileKeys = JSONKeys(["accepted"])
  private static let entryKeys = JSONKeys(["fingerprint", "rule", "file", "subject", "from", "to", "reason", "expires"])

  /// Reads a file and reports every mistake in it.
  package init(_ source: SourceText) {
    var diagnostics: [Diagnostic] = []
    var findings: [AcceptedFinding] = []
    if let document = JSONDocument.parse(source, into: &diagnostics),
      var file = JSONObjectReader(document.root, at: .root, keys: Self.fileKeys, into: &diagnostics)
    {
      let entries = file.value("accepted")?.array.map(Array.init)
      if entries == nil { file.reject("accepted", "json-type", "expected an array of accepted findings", help: nil) }
      diagnostics += file.diagnostics
      let path = JSONPath.root.key("accepted").elements
      for (index, value) in (entries ?? []).enumerated() {
        guard var entry = JSONObjectReader(value, at: path(index), keys: Self.entryKeys, into: &diagnostics) else {
          continue
        }
        if let finding = Self.finding(&entry) { findings.append(finding) }
        diagnostics += entry.diagnostics
      }
    }
    self.findings = findings
    self.diagnostics = diagnostics
  }

  private static func finding(_ entry: inout JSONObjectReader) -> AcceptedFinding? {
    func text(_ key: String) -> String? {
      if case .value(let text) = entry.string(key) { text } else { nil }
    }
    let expires = text("expires")
    // The parser of dates accepts more forms, which would not compare with the current day.
    if let expires, expires.count != 10 || Timestamp(iso8601: expires)?.description.hasPrefix(expires) != true {
      entry.reject(
        "expires", "invalid-value", "'\(SyntaxMistake.shown(expires))' is not a date", help: "write it as 2026-11-21")
    }
    guard let fingerprint = entry.requiredString("fingerprint"), let rule = entry.requiredString("rule"),
      let reason = entry.requiredString("reason")
    else { return nil }
    return AcceptedFinding(
      fingerprint: fingerprint, rule: rule, file: text("file"), subject: text("subject") ?? "", from: text("from"),
      to: text("to"), reason: reason, expires: expires)
  }
}
