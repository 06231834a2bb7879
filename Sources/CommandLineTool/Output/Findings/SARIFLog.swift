import Diagnostics
import Foundation

/// Findings as SARIF 2.1.0 (OASIS, 2020), for code scanning services.
enum SARIFLog {
  /// Returns the log of one run. Rules that are not in `rules` are listed by id only.
  /// - Parameter command: The command of the run, which keeps its results apart from those of other commands.
  static func json(_ findings: [LocatedFinding], rules: [Rule], command: String) -> EncodableObject {
    var catalog: [EncodableObject] = rules.map {
      let configuration: EncodableObject = ["level": level($0.severity)]
      return [
        "id": $0.id, "shortDescription": message($0.summary), "fullDescription": message($0.why),
        "defaultConfiguration": configuration, "help": help($0),
      ]
    }
    var indices = Dictionary(zip(rules.map(\.id), rules.indices)) { $1 }
    for id in Set(findings.map(\.diagnostic.rule)).subtracting(indices.keys).sorted() {
      indices[id] = catalog.count
      catalog.append(["id": id])
    }
    let results = zip(findings, findings.fingerprints).map { finding, fingerprint in
      result(finding, ruleIndex: indices[finding.diagnostic.rule] ?? -1, fingerprint: fingerprint)
    }
    let driver: EncodableObject = [
      "name": Program.current.name, "version": ProgramVersion.number, "rules": catalog,
    ]
    let tool: EncodableObject = ["driver": driver]
    // GitHub replaces the results of an earlier log of the same category, and refuses two such logs in one upload.
    let category: EncodableObject = ["id": "\(Program.current.name) \(command)/"]
    let run: EncodableObject = [
      "tool": tool, "automationDetails": category, "columnKind": "utf16CodeUnits", "results": results,
    ]
    return ["$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]]
  }

  /// Returns what code scanning shows beside a finding.
  private static func help(_ rule: Rule) -> EncodableObject {
    let parts = [("Why", rule.why), ("Remedy", rule.remedy), ("Source", rule.source)]
    let examples = [("Bad", rule.bad), ("Good", rule.good)].map { "**\($0)**\n\n```\n\($1)\n```" }
    return [
      "text": parts.map { "\($0): \($1)" }.joined(separator: "\n"),
      "markdown": (parts.map { "**\($0):** \(Markdown.escaped($1))" } + examples).joined(separator: "\n\n"),
    ]
  }

  private static func result(_ finding: LocatedFinding, ruleIndex: Int, fingerprint: String) -> EncodableObject {
    let diagnostic = finding.diagnostic
    let range = finding.start.flatMap { start in finding.end.map { (start: start, end: $0) } }
    let location: EncodableObject = ["physicalLocation": place(finding.checkoutPath, range)]
    // The lines of a file in a commit would be shown in the file of the checkout.
    let related: EncodableObject? = diagnostic.related.flatMap {
      LocatedFinding.isInCommit($0.file)
        ? nil
        : [
          "physicalLocation": place(LocatedFinding.checkoutPath(of: $0.file), finding.related),
          "message": message($0.message),
        ]
    }
    let fingerprints: EncodableObject = ["findingHash/v1": fingerprint]
    return [
      "ruleId": diagnostic.rule, "ruleIndex": ruleIndex, "level": level(diagnostic.severity),
      "message": message(finding.messageWithHelp), "locations": [location], "relatedLocations": related.map { [$0] },
      "partialFingerprints": fingerprints, "fixes": fix(finding).map { [$0] },
    ]
  }

  private static func fix(_ finding: LocatedFinding) -> EncodableObject? {
    guard let fix = finding.diagnostic.fix, !finding.edits.isEmpty else { return nil }
    let replacements: [EncodableObject] = finding.edits.map {
      ["deletedRegion": region($0.start, $0.end), "insertedContent": message($0.replacement)]
    }
    let change: EncodableObject = [
      "artifactLocation": artifact(finding.checkoutPath), "replacements": replacements,
    ]
    return ["description": message(fix.title), "artifactChanges": [change]]
  }

  private static func place(_ file: String, _ range: (start: SourcePosition, end: SourcePosition)?) -> EncodableObject {
    ["artifactLocation": artifact(file), "region": range.map { region($0.start, $0.end) }]
  }

  private static func region(_ start: SourcePosition, _ end: SourcePosition) -> EncodableObject {
    ["startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column]
  }

  /// Returns a path as a URI, relative to the root of the repository unless the path is absolute.
  private static func artifact(_ path: String) -> EncodableObject {
    // An unescaped colon would turn the first component into a scheme.
    let allowed = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/@+,=")
    let encoded = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    return ["uri": path.hasPrefix("/") ? "file://\(encoded)" : encoded]
  }

  private static func message(_ text: String) -> EncodableObject { ["text": text] }

  private static func level(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }
}
