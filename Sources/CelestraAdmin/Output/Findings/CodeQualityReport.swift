import Diagnostics
import Foundation

/// Findings as a GitLab code quality report.
///
/// Source: GitLab Docs, "Code Quality", Code Quality report format: every field here is required.
struct CodeQualityReport: Encodable {
  struct Issue: Encodable {
    let description: String
    let checkName: String
    let fingerprint: String
    let severity: String
    let location: Location

    private enum CodingKeys: String, CodingKey {
      case description
      case checkName = "check_name"
      case fingerprint, severity, location
    }
  }

  struct Location: Encodable {
    let path: String
    let lines: Lines
  }

  struct Lines: Encodable {
    let begin: Int
    let end: Int
  }

  private let issues: [Issue]

  /// The report of some findings.
  init(_ findings: [LocatedFinding]) {
    issues = zip(findings, findings.fingerprints).map { finding, fingerprint in
      let diagnostic = finding.diagnostic
      let severity =
        switch diagnostic.severity {
        case .error: "major"
        case .warning: "minor"
        case .info: "info"
        }
      return Issue(
        description: finding.message + (diagnostic.help.map { "; \($0)" } ?? ""), checkName: diagnostic.rule,
        fingerprint: fingerprint, severity: severity,
        location: Location(
          path: diagnostic.file.hasPrefix("./") ? String(diagnostic.file.dropFirst(2)) : diagnostic.file,
          lines: Lines(begin: finding.start?.line ?? 1, end: finding.end?.line ?? 1)))
    }
  }

  func encode(to encoder: any Encoder) throws { try issues.encode(to: encoder) }

  /// The JSON text, with a final newline.
  func encoded() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
