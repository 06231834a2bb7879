import Diagnostics

/// Findings as a GitLab code quality report.
///
/// Source: GitLab Docs, "Code Quality", Code Quality report format: every field here is required.
enum CodeQualityReport {
  /// The report of some findings.
  static func json(_ findings: [LocatedFinding]) -> JSONTree {
    .array(
      zip(findings, findings.fingerprints).map { finding, fingerprint in
        let file = finding.diagnostic.file
        let severity: JSONTree =
          switch finding.diagnostic.severity {
          case .error: "major"
          case .warning: "minor"
          case .info: "info"
          }
        let lines: JSONTree = [
          "begin": .number(finding.start?.line ?? 1), "end": .number(finding.end?.line ?? 1),
        ]
        return [
          "description": .string(finding.messageWithHelp), "check_name": .string(finding.diagnostic.rule),
          "fingerprint": .string(fingerprint), "severity": severity,
          "location": ["path": .string(file.hasPrefix("./") ? String(file.dropFirst(2)) : file), "lines": lines],
        ]
      })
  }
}
