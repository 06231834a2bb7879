import Diagnostics
import Foundation

/// Findings as SARIF 2.1.0 (OASIS, 2020), which code scanning reads.
enum SARIFLog {
  /// The log of one run; rules that are found and not catalogued are listed by their ids.
  static func json(_ findings: [LocatedFinding], rules: [ReportedRule]) -> JSONTree {
    var catalogue: [JSONTree] = rules.map {
      [
        "id": .string($0.id), "shortDescription": message($0.summary),
        "defaultConfiguration": ["level": level($0.severity)],
      ]
    }
    var indices = Dictionary(zip(rules.map(\.id), rules.indices)) { $1 }
    for id in Set(findings.map(\.diagnostic.rule)).subtracting(indices.keys).sorted() {
      indices[id] = catalogue.count
      catalogue.append(["id": .string(id)])
    }
    let results = zip(findings, findings.fingerprints).map { finding, fingerprint in
      result(finding, ruleIndex: indices[finding.diagnostic.rule] ?? -1, fingerprint: fingerprint)
    }
    let driver: JSONTree = [
      "name": "celestra-admin", "version": .string(CelestraAdmin.version), "rules": .array(catalogue),
    ]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [["tool": ["driver": driver], "columnKind": "utf16CodeUnits", "results": .array(results)]],
    ]
  }

  private static func result(_ finding: LocatedFinding, ruleIndex: Int, fingerprint: String) -> JSONTree {
    let diagnostic = finding.diagnostic
    let range = finding.start.flatMap { start in finding.end.map { (start: start, end: $0) } }
    let related: JSONTree? = diagnostic.related.map { related in
      [["physicalLocation": place(related.file, finding.related), "message": message(related.message)]]
    }
    return [
      "ruleId": .string(diagnostic.rule), "ruleIndex": .number(ruleIndex), "level": level(diagnostic.severity),
      "message": message(finding.messageWithHelp),
      "locations": [["physicalLocation": place(diagnostic.file, range)]], "relatedLocations": related,
      "partialFingerprints": ["findingHash/v1": .string(fingerprint)], "fixes": fixes(finding),
    ]
  }

  private static func fixes(_ finding: LocatedFinding) -> JSONTree? {
    guard let fix = finding.diagnostic.fix, !finding.edits.isEmpty else { return nil }
    let replacements: [JSONTree] = finding.edits.map {
      ["deletedRegion": region($0.start, $0.end), "insertedContent": message($0.replacement)]
    }
    let change: JSONTree = [
      "artifactLocation": artifact(finding.diagnostic.file), "replacements": .array(replacements),
    ]
    return [["description": message(fix.title), "artifactChanges": [change]]]
  }

  private static func place(_ file: String, _ range: (start: SourcePosition, end: SourcePosition)?) -> JSONTree {
    ["artifactLocation": artifact(file), "region": range.map { region($0.start, $0.end) }]
  }

  private static func region(_ start: SourcePosition, _ end: SourcePosition) -> JSONTree {
    [
      "startLine": .number(start.line), "startColumn": .number(start.column), "endLine": .number(end.line),
      "endColumn": .number(end.column),
    ]
  }

  /// A path as a URI: relative to the current folder unless it is absolute.
  private static func artifact(_ path: String) -> JSONTree {
    // A colon would make the first part a scheme.
    let allowed = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/@+,=")
    let encoded = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    return ["uri": .string(path.hasPrefix("/") ? "file://\(encoded)" : encoded)]
  }

  private static func message(_ text: String) -> JSONTree { ["text": .string(text)] }

  private static func level(_ severity: Diagnostic.Severity) -> JSONTree {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }
}
