import CloudKitRecords
import Diagnostics
import Foundation
import XML

/// Findings as a JUnit document: one suite per file, one failed test per error. Warnings and notes are part of a
/// suite's output, since build servers treat every failure as a failed build.
///
/// Source: Windy Road, JUnit.xsd (the schema of Ant reports).
struct JUnitDocument {
  private let findings: Findings
  /// The name of the test of a file without errors.
  private let command: String
  private let timestamp: String

  /// - Parameter asOf: The time of the run, or `nil` for the current time.
  init(_ findings: Findings, command: String, asOf: Timestamp?) {
    self.findings = findings
    self.command = command
    timestamp = String((asOf ?? Timestamp(Date())).description.prefix(19))
  }

  /// The XML text, with a final newline.
  var text: String {
    let found = Dictionary(grouping: findings.located) { $0.diagnostic.file }
    let others = Set(found.keys).subtracting(findings.files).sorted()
    let suites = (findings.files + others).enumerated().map { suite($1, id: $0, found[$1] ?? []) }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\(suites.joined())</testsuites>\n"
  }

  private func suite(_ file: String, id: Int, _ found: [LocatedFinding]) -> String {
    let errors = found.filter { $0.diagnostic.severity == .error }
    let name = Self.escaped(file)
    var text = "  <testsuite name=\"\(name)\" package=\"\(Program.current.name)\" id=\"\(id)\""
    text += " timestamp=\"\(timestamp)\" hostname=\"localhost\" tests=\"\(max(1, errors.count))\""
    text += " failures=\"\(errors.count)\" errors=\"0\" time=\"0\">\n    <properties/>\n"
    if errors.isEmpty {
      text += "    <testcase name=\"\(Self.escaped(command))\" classname=\"\(name)\" time=\"0\"/>\n"
    }
    text += errors.map { test($0, in: name) }.joined()
    let output = found.filter { $0.diagnostic.severity != .error }.map(\.line).joined(separator: "\n")
    return text + "    <system-out>\(Self.escaped(output))</system-out>\n    <system-err/>\n  </testsuite>\n"
  }

  private func test(_ error: LocatedFinding, in suite: String) -> String {
    let rule = error.diagnostic.rule
    let name = rule + (error.start.map { " \($0.line):\($0.column)" } ?? "")
    let details = error.line + (error.diagnostic.help.map { "\n\($0)" } ?? "")
    return """
          <testcase name="\(Self.escaped(name))" classname="\(suite)" time="0">
            <failure message="\(Self.escaped(error.message))" type="\(Self.escaped(rule))">\(Self.escaped(details))</failure>
          </testcase>

      """
  }

  private static func escaped(_ text: String) -> String { CharacterReference.escaped(text) }
}
