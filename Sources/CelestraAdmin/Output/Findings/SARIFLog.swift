import Diagnostics
import Foundation

/// Findings as SARIF 2.1.0 (OASIS, 2020), which code scanning reads.
struct SARIFLog: Encodable {
  let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  let version = "2.1.0"
  let runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  struct Run: Encodable {
    let tool: Tool
    let columnKind = "utf16CodeUnits"
    let results: [Result]
  }

  struct Tool: Encodable {
    let driver: Driver
  }

  struct Driver: Encodable {
    let name = "celestra-admin"
    let version: String
    let rules: [Rule]
  }

  struct Rule: Encodable {
    let id: String
    let shortDescription: Message?
    let defaultConfiguration: RuleConfiguration?
  }

  struct RuleConfiguration: Encodable {
    let level: String
  }

  struct Message: Encodable {
    let text: String
  }

  struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Message
    let locations: [Location]
    let relatedLocations: [Location]?
    let partialFingerprints: [String: String]
    let fixes: [Fix]?
  }

  struct Location: Encodable {
    let physicalLocation: PhysicalLocation
    var message: Message?
  }

  struct PhysicalLocation: Encodable {
    let artifactLocation: ArtifactLocation
    let region: Region?
  }

  struct ArtifactLocation: Encodable {
    let uri: String
  }

  struct Region: Encodable {
    let startLine, startColumn, endLine, endColumn: Int

    init(_ start: SourcePosition, _ end: SourcePosition) {
      (startLine, startColumn, endLine, endColumn) = (start.line, start.column, end.line, end.column)
    }
  }

  struct Fix: Encodable {
    let description: Message
    let artifactChanges: [ArtifactChange]
  }

  struct ArtifactChange: Encodable {
    let artifactLocation: ArtifactLocation
    let replacements: [Replacement]
  }

  struct Replacement: Encodable {
    let deletedRegion: Region
    let insertedContent: Message
  }

  /// The log of one run; rules that are met and not catalogued are listed by their ids.
  init(_ findings: [LocatedFinding], rules: [ReportedRule]) {
    var catalogue = rules.map { rule in
      Rule(
        id: rule.id, shortDescription: Message(text: rule.summary),
        defaultConfiguration: RuleConfiguration(level: Self.level(rule.severity)))
    }
    var indices: [String: Int] = [:]
    for (index, rule) in catalogue.enumerated() { indices[rule.id] = index }
    for id in Set(findings.map(\.diagnostic.rule)).subtracting(indices.keys).sorted() {
      indices[id] = catalogue.count
      catalogue.append(Rule(id: id, shortDescription: nil, defaultConfiguration: nil))
    }
    let results = zip(findings, findings.fingerprints).map { finding, fingerprint in
      Result(finding, ruleIndex: indices[finding.diagnostic.rule] ?? -1, fingerprint: fingerprint)
    }
    runs = [Run(tool: Tool(driver: Driver(version: CelestraAdmin.version, rules: catalogue)), results: results)]
  }

  static func level(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  /// The JSON text, with a final newline.
  func encoded() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

extension SARIFLog.Result {
  init(_ finding: LocatedFinding, ruleIndex: Int, fingerprint: String) {
    let diagnostic = finding.diagnostic
    let file = SARIFLog.ArtifactLocation(path: diagnostic.file)
    ruleId = diagnostic.rule
    self.ruleIndex = ruleIndex
    level = SARIFLog.level(diagnostic.severity)
    message = SARIFLog.Message(text: finding.message + (diagnostic.help.map { "; \($0)" } ?? ""))
    var region: SARIFLog.Region?
    if let start = finding.start, let end = finding.end { region = SARIFLog.Region(start, end) }
    locations = [SARIFLog.Location(physicalLocation: .init(artifactLocation: file, region: region))]
    relatedLocations = diagnostic.related.map { related in
      let place = SARIFLog.PhysicalLocation(
        artifactLocation: .init(path: related.file),
        region: finding.related.map { SARIFLog.Region($0.start, $0.end) })
      return [SARIFLog.Location(physicalLocation: place, message: SARIFLog.Message(text: related.message))]
    }
    partialFingerprints = ["findingHash/v1": fingerprint]
    let replacements = finding.edits.map { edit in
      SARIFLog.Replacement(
        deletedRegion: SARIFLog.Region(edit.start, edit.end), insertedContent: SARIFLog.Message(text: edit.replacement))
    }
    fixes =
      if let fix = diagnostic.fix, !replacements.isEmpty {
        [
          SARIFLog.Fix(
            description: SARIFLog.Message(text: fix.title),
            artifactChanges: [.init(artifactLocation: file, replacements: replacements)])
        ]
      } else {
        nil
      }
  }
}

extension SARIFLog.ArtifactLocation {
  /// A path as a URI: relative to the current folder unless it is absolute.
  init(path: String) {
    // A colon would make the first part a scheme.
    let allowed = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/@+,=")
    let encoded = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    uri = path.hasPrefix("/") ? "file://\(encoded)" : encoded
  }
}
