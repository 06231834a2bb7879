import CloudKitRecords
package import Diagnostics
import JSON

/// An accepted finding, identified by its rule and subject.
package struct AcceptedFinding: Hashable, Sendable {
  package let rule: String
  /// The checked file, relative to the file of acceptances; `nil` for any file.
  package let file: String?
  /// What the finding is about, such as `Feed.title`; empty for a whole file.
  package let subject: String
  package let reason: String
  /// The last day of the acceptance, such as `2026-11-21`; `nil` for no end.
  package let expires: String?

  package init(rule: String, file: String? = nil, subject: String, reason: String, expires: String? = nil) {
    self.rule = rule
    self.file = file
    self.subject = subject
    self.reason = reason
    self.expires = expires
  }

  /// What makes two acceptances the same.
  struct Identity: Hashable {
    let rule, subject: String
    let file: String?

    /// Returns the identities of the acceptances that a finding can have; none for what CloudKit refuses and for
    /// mistakes in suppressions and acceptances.
    static func all(of finding: Diagnostic, in file: String?) -> Set<Identity> {
      guard Rule.acceptable(named: finding.rule)?.isAcceptable == true else { return [] }
      let subject = finding.subject ?? ""
      return [
        Identity(rule: finding.rule, subject: subject, file: nil),
        Identity(rule: finding.rule, subject: subject, file: file),
      ]
    }
  }

  var identity: Identity { Identity(rule: rule, subject: subject, file: file) }

  func isExpired(_ today: String) -> Bool { expires.map { $0 < today } ?? false }
}

extension Rule {
  /// Returns the rule with an id, of those about schema files and about deployments.
  static func acceptable(named id: String) -> Rule? { ofSchemas(named: id) ?? ofDeployments.named(id) }
}

extension AcceptedFinding {
  private static let fileKeys = JSONKeys(["accepted"])
  private static let entryKeys = JSONKeys(["rule", "file", "subject", "reason", "expires"])

  /// Reads the entries without mistakes of a file, in file order.
  package static func read(_ source: SourceText, into diagnostics: inout [Diagnostic]) -> [AcceptedFinding] {
    guard let document = JSONDocument.parse(source, into: &diagnostics),
      var file = JSONObjectReader(document.root, at: .root, keys: fileKeys, into: &diagnostics)
    else { return [] }
    let entries = file.value("accepted")?.array.map(Array.init)
    if entries == nil { file.reject("accepted", "json-type", "expected an array of accepted findings", help: nil) }
    diagnostics += file.diagnostics
    let path = JSONPath.root.key("accepted").elements
    return (entries ?? []).enumerated().compactMap { index, value in
      guard var entry = JSONObjectReader(value, at: path(index), keys: entryKeys, into: &diagnostics) else {
        return nil
      }
      defer { diagnostics += entry.diagnostics }
      return finding(&entry)
    }
  }

  private static func finding(_ entry: inout JSONObjectReader) -> AcceptedFinding? {
    func text(_ key: String) -> String? {
      if case .value(let text) = entry.string(key) { text } else { nil }
    }
    let expires = text("expires")
    // The parser of dates accepts more forms, which would not compare with the current day.
    if let expires, expires.count != 10 || Timestamp(iso8601: expires)?.description.hasPrefix(expires) != true {
      entry.reject(
        "expires", "invalid-value", "'\(DisplayText.short(expires))' is not a date", help: "write it as 2026-11-21")
    }
    guard let rule = entry.requiredString("rule"), let reason = entry.requiredString("reason") else { return nil }
    return AcceptedFinding(
      rule: rule, file: text("file"), subject: text("subject") ?? "", reason: reason, expires: expires)
  }
}
