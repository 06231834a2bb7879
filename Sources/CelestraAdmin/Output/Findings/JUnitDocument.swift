import CloudKitRecords
import Diagnostics
import Foundation
import XML

/// Findings as a JUnit document: a suite for each file, a failed test for each error; what is no error stands in the
/// suite's output, since a reader of JUnit takes every failure for a red build.
///
/// Source: Windy Road, JUnit.xsd (the schema of Ant's reports).
struct JUnitDocument {
  private let findings: Findings
  private let command: String
  private let asOf: Timestamp

  /// The document of some findings.
  /// - Parameter asOf: the moment of the run; now where the report has none.
  init(_ findings: Findings, command: String, asOf: Timestamp?) {
    self.findings = findings
    self.command = command
    self.asOf = asOf ?? Timestamp(Date())
  }

  /// The XML text, with a final newline.
  var text: String {
    let found = Dictionary(grouping: findings.located) { $0.diagnostic.file }
    let others = Set(found.keys).subtracting(findings.files).sorted()
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    for (id, file) in (findings.files + others).enumerated() {
      text += suite(of: file, id: id, found[file] ?? [])
    }
    return text + "</testsuites>\n"
  }

  private func suite(of file: String, id: Int, _ found: [LocatedFinding]) -> String {
    let errors = found.filter { $0.diagnostic.severity == .error }
    let others = found.filter { $0.diagnostic.severity != .error }
    let name = XMLEscaping.escaped(file)
    let moment = XMLEscaping.escaped(String(asOf.description.prefix(19)))
    var text = "  <testsuite name=\"\(name)\" package=\"celestra-admin\" id=\"\(id)\" timestamp=\"\(moment)\""
    text += " hostname=\"localhost\" tests=\"\(max(1, errors.count))\" failures=\"\(errors.count)\" errors=\"0\""
    text += " time=\"0\">\n    <properties/>\n"
    for error in errors {
      text += "    <testcase name=\"\(XMLEscaping.escaped(testName(error)))\" classname=\"\(name)\" time=\"0\">\n"
      text +=
        "      <failure message=\"\(XMLEscaping.escaped(error.message))\" type=\"\(XMLEscaping.escaped(error.diagnostic.rule))\">"
      let help = error.diagnostic.help.map { "\n\($0)" } ?? ""
      text += XMLEscaping.escaped(error.line + help) + "</failure>\n    </testcase>\n"
    }
    if errors.isEmpty {
      text += "    <testcase name=\"\(XMLEscaping.escaped(command))\" classname=\"\(name)\" time=\"0\"/>\n"
    }
    text += "    <system-out>" + XMLEscaping.escaped(others.map(\.line).joined(separator: "\n")) + "</system-out>\n"
    return text + "    <system-err/>\n  </testsuite>\n"
  }

  private func testName(_ finding: LocatedFinding) -> String {
    finding.diagnostic.rule + (finding.start.map { " \($0.line):\($0.column)" } ?? "")
  }
}
