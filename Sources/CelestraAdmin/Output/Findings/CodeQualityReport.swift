import Diagnostics

/// Findings as a GitLab code quality report.
///
/// Source: GitLab Docs, "Code Quality", Code Quality report format: every field here is required.
enum CodeQualityReport {
  /// The report of some findings.
  static func json(_ findings: [LocatedFinding]) -> [EncodableObject] {
    zip(findings, findings.fingerprints).map { finding, fingerprint in
      let file = finding.diagnostic.file
      let lines: EncodableObject = ["begin": finding.start?.line ?? 1, "end": finding.end?.line ?? 1]
      let location: EncodableObject = [
        "path": file.hasPrefix("./") ? String(file.dropFirst(2)) : file, "lines": lines,
      ]
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
