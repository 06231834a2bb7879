import CloudKitRecords
import CloudKitSchema
package import Diagnostics
import JSON

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
