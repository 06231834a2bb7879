import CommandLineTool
import Diagnostics
import SchemaReview

struct SchemaLintReport: Report {
  let command = Program.current.schemaCommand("lint")
  let findings: Findings
  let rules = Rule.ofSchemas
  private let results: [Result]
  /// The findings that are not accepted, and the mistakes in acceptances.
  private let open: [Diagnostic]
  private let accepted: Int
  /// The number of open findings that an earlier version of the files has, too.
  private let unchanged: Int

  /// The result for one file, after fixes.
  struct Result {
    let source: SourceText
    let run: LintRun
    var fixed = 0
    /// The number of fixes that would keep the schema.
    var fixable = 0
    /// The number of fixes that would change the schema.
    var unsafe = 0
  }

  init(_ results: [Result], accepted: AcceptedOutcome, earlier: EarlierFindings, limit: Int) {
    let added = earlier.added(in: accepted.open)
    open = added.mergedByCause() + accepted.problems
    findings = Findings(open, in: results.map(\.source)).limited(to: limit)
    self.results = results
    self.accepted = accepted.accepted.count
    unchanged = accepted.open.count - added.count
  }

  /// The record types that are treated as private without a declaration, by the sign for it.
  private var inferred: [(sign: String, recordTypes: [String])] {
    Dictionary(grouping: results.flatMap(\.run.databases.inferred), by: \.sign)
      .map { ($0.key, $0.value.flatMap(\.recordTypes)) }.sorted { $0.0 < $1.0 }
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
  }

  private var suppressed: Int { results.reduce(0) { $0 + $1.run.suppressed } }
  private var fixed: Int { results.reduce(0) { $0 + $1.fixed } }
  private var fixable: Int { results.reduce(0) { $0 + $1.fixable } }
  private var unsafe: Int { results.reduce(0) { $0 + $1.unsafe } }
  /// The numbers of findings by rule, including hidden findings.
  private var byRule: [String: Int] { open.reduce(into: [:]) { $0[$1.rule, default: 0] += 1 } }

  var summary: EncodableObject {
    [
      "files": results.count, "errors": findings.count(.error), "warnings": findings.count(.warning),
      "notes": findings.count(.info), "suppressed": suppressed, "accepted": accepted,
      "unchanged": unchanged, "fixed": fixed, "fixable": fixable,
      "unsafe": unsafe, "hidden": findings.hidden, "byRule": byRule,
    ]
  }

  var items: [EncodableObject] {
    results.map {
      [
        "file": $0.source.name, "findings": $0.run.diagnostics.count, "suppressed": $0.run.suppressed,
        "fixed": $0.fixed, "inferredPrivate": $0.run.databases.inferred.flatMap(\.recordTypes).sorted(),
      ]
    }
  }

  func text(_ style: Style) -> String {
    var text = open.count > Self.manyFindings ? rulesTable(style) + "\n" : ""
    text += findings.text(style)
    for (sign, types) in inferred {
      text +=
        "note: \(types.count == 1 ? "1 record type is" : "\(types.count) record types are") treated as private "
        + "(\(sign)): \(Self.list(types)); declare databases with 'databases:' in \(Program.current.configurationFile)\n"
    }
    let counts = [
      (fixed, "fixed"), (fixable, "fixable with --fix"),
      (unsafe, "fixable with --fix --unsafe-fixes, which changes the schema"),
      (suppressed, "suppressed"), (accepted, "accepted"),
      (unchanged, "older than the branch"),
    ]
    for (count, word) in counts where count > 0 { text += "\(count) \(word)\n" }
    if open.isEmpty { text += style.mark("no findings", .good) + " in \(results.count.of("file"))\n" }
    return text
  }

  /// The number of findings above which a table of rules precedes them.
  private static let manyFindings = 10

  /// Returns the number of findings of each rule, most severe and most frequent first.
  private func rulesTable(_ style: Style) -> String {
    let severities = Dictionary(open.map { ($0.rule, $0.severity) }) { first, _ in first }
    let rules = byRule.compactMap { rule, count in
      severities[rule].map { (rule: rule, count: count, severity: $0) }
    }
    let sorted = rules.sorted { ($1.severity, $1.count, $0.rule) < ($0.severity, $0.count, $1.rule) }
    let rows = sorted.map { ["\($0.count)", $0.severity.rawValue, $0.rule] }
    return ReportTable([">findings", "severity", "rule"], rows).text(style)
  }
}
