import CloudKitRecords
import Diagnostics
import Foundation
import XML

/// A JUnit document. Warnings and notes are part of a suite's output, since build servers treat every failure as a
/// failed build.
///
/// Source: Windy Road, JUnit.xsd (the schema of Ant reports).
struct JUnitDocument {
  /// A test that failed or succeeded.
  struct Case {
    let name: String
    /// The failure; `nil` if the test succeeded.
    var failure: (message: String, type: String, text: String)?
  }

  /// The tests of a file or a group.
  struct Suite {
    let name: String
    let cases: [Case]
    /// The output of the suite.
    let output: [String]
  }

  private let suites: [Suite]
  private let asOf: Timestamp

  /// Creates a document of suites.
  /// - Parameter asOf: The time of the run, or `nil` for the current time.
  init(_ suites: [Suite], asOf: Timestamp?) {
    self.suites = suites
    self.asOf = asOf ?? Timestamp(Date())
  }

  /// Creates a document of findings: one suite per file, one failed test per error.
  init(_ findings: Findings, command: String, asOf: Timestamp?) {
    let found = Dictionary(grouping: findings.located) { $0.diagnostic.file }
    let others = Set(found.keys).subtracting(findings.files).sorted()
    let suites = (findings.files + others).map { file in
      let errors = (found[file] ?? []).filter { $0.diagnostic.severity == .error }
      let cases = errors.map { error in
        Case(name: error.diagnostic.rule + (error.start.map { " \($0.line):\($0.column)" } ?? ""), error)
      }
      return Suite(
        name: file, cases: cases.isEmpty ? [Case(name: command)] : cases,
        output: (found[file] ?? []).filter { $0.diagnostic.severity != .error }.map(\.line))
    }
    self.init(suites, asOf: asOf)
  }

  /// The XML text, with a final newline.
  var text: String {
    let suites = suites.enumerated().map { Self.text(of: $1, id: $0, asOf) }.joined()
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\(suites)</testsuites>\n"
  }

  private static func text(of suite: Suite, id: Int, _ asOf: Timestamp) -> String {
    let name = CharacterReference.escaped(suite.name)
    let failures = suite.cases.count { $0.failure != nil }
    var text = "  <testsuite name=\"\(name)\" package=\"celestra-admin\" id=\"\(id)\""
    text += " timestamp=\"\(asOf.description.prefix(19))\" hostname=\"localhost\" tests=\"\(suite.cases.count)\""
    text += " failures=\"\(failures)\" errors=\"0\" time=\"0\">\n    <properties/>\n"
    for test in suite.cases {
      text += "    <testcase name=\"\(CharacterReference.escaped(test.name))\" classname=\"\(name)\" time=\"0\""
      guard let failure = test.failure else {
        text += "/>\n"
        continue
      }
      text += ">\n      <failure message=\"\(CharacterReference.escaped(failure.message))\""
      text +=
        " type=\"\(CharacterReference.escaped(failure.type))\">\(CharacterReference.escaped(failure.text))</failure>\n"
      text += "    </testcase>\n"
    }
    text += "    <system-out>" + CharacterReference.escaped(suite.output.joined(separator: "\n")) + "</system-out>\n"
    return text + "    <system-err/>\n  </testsuite>\n"
  }
}

extension JUnitDocument.Case {
  /// Creates a test that fails because of a finding, or succeeds without one.
  init(name: String, _ finding: LocatedFinding?) {
    self.init(
      name: name,
      failure: finding.map {
        ($0.message, $0.diagnostic.rule, $0.line + ($0.diagnostic.help.map { "\n\($0)" } ?? ""))
      })
  }
}
