import Foundation

extension Session {
  private struct Report: Decodable {
    struct Diagnostic: Decodable {
      struct Place: Decodable {
        let line, column: Int
      }

      let file, rule, severity, message: String
      let path: String?
      let start: Place?
    }

    let diagnostics: [Diagnostic]
  }

  /// Runs a command with `--format json`, and returns each finding on one line, such as
  /// `a.ckdb:3:5: error: unknown type 'STRNG' [unknown-type]`.
  func findings(_ arguments: String...) throws -> String { try findings(arguments) }

  func findings(_ arguments: [String]) throws -> String {
    let report = try JSONDecoder().decode(Report.self, from: Data(run(arguments + ["--format", "json"]).out.utf8))
    return report.diagnostics.map { found in
      let place = found.start.map { ":\($0.line):\($0.column)" } ?? ""
      let path = found.path.map { "\($0): " } ?? ""
      return "\(found.file)\(place): \(found.severity): \(path)\(found.message) [\(found.rule)]\n"
    }.joined()
  }
}
