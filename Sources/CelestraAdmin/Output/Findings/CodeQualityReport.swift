import Diagnostics

/// Findings as a GitLab code quality report.
///
/// Source: GitLab Docs, "Code Quality", Code Quality report format. All fields are required.
enum CodeQualityReport {
  /// Returns the report of findings.
  static func json(_ findings: [LocatedFinding]) -> [EncodableObject] {
    zip(findings, findings.fingerprints).map { finding, fingerprint in
      let lines: EncodableObject = ["begin": finding.start?.line ?? 1, "end": finding.end?.line ?? 1]
      let location: EncodableObject = ["path": finding.checkoutPath, "lines": lines]
      return [
        "description": finding.messageWithHelp, "check_name": finding.diagnostic.rule, "fingerprint": fingerprint,
        "severity": severity(finding.diagnostic.severity), "location": location,
      ]
    }
  }

  private static func severity(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "major"
    case .warning: "minor"
    case .info: "info"
    }
  }
}
