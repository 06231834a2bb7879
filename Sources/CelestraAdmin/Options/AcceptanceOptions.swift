import ArgumentParser
import CloudKitRecords
import Diagnostics
import Foundation
import SchemaReview

/// Which findings were accepted before, and whether to accept the rest.
struct AcceptanceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Leave out the findings this file accepts.", valueName: "file"))
  var accepted: String?

  @Flag(help: "Write the findings of this run to the file of accepted ones; reasons it has are kept.")
  var accept = false

  @Option(help: "Why the findings that --accept adds are accepted.")
  var reason: String?

  @OptionGroup var clock: ClockOptions

  func validate() throws {
    if reason != nil, !accept { throw ValidationError("--reason goes with --accept") }
    if accept, reason?.contains(where: { !$0.isWhitespace }) != true {
      throw ValidationError("--accept needs --reason TEXT: why the new findings are accepted")
    }
  }

  /// Holds findings against the file, which is written first where that is asked for.
  /// - Parameters:
  ///   - configured: The file of the configuration; the flag's goes before it, and only the configuration's need not
  ///     be there yet.
  ///   - asked: The ids of the rules the run asked.
  func apply(
    to diagnostics: [Diagnostic], configured: String?, asked: Set<String>, selection: RuleSelection
  ) throws -> AcceptedOutcome {
    guard let path = accepted ?? configured else {
      if accept { throw ValidationError("--accept needs --accepted FILE to write to") }
      return AcceptedOutcome(diagnostics, accepted: [], file: "", today: "", asked: asked, selection: selection)
    }
    let today = String(clock.asOf.description.prefix(10))
    let isNew = (accept || accepted == nil) && !FileManager.default.fileExists(atPath: path)
    var entries = isNew ? [] : try AcceptedFile.read(path)
    if accept {
      entries = merged(entries, with: diagnostics, today: today, asked: asked)
      try AcceptedFile(entries).write(to: path)
    }
    return AcceptedOutcome(
      diagnostics, accepted: entries, file: path, today: today, asked: asked, selection: selection)
  }

  /// An entry for each finding: the one there is, or a new one; and what other runs have to judge.
  private func merged(
    _ entries: [AcceptedFinding], with diagnostics: [Diagnostic], today: String, asked: Set<String>
  ) -> [AcceptedFinding] {
    let known = Dictionary(entries.map { ($0.fingerprint, $0) }) { first, _ in first }
    var merged = known.filter { !asked.contains($0.value.rule) }
    for diagnostic in diagnostics where AcceptedFinding.canAccept(diagnostic) {
      let finding = AcceptedFinding(diagnostic, reason: reason ?? "")
      let earlier = known[finding.fingerprint].flatMap { $0.isExpired(today) ? nil : $0 }
      merged[finding.fingerprint] = earlier ?? finding
    }
    return merged.values.sorted { ($0.rule, $0.subject, $0.fingerprint) < ($1.rule, $1.subject, $1.fingerprint) }
  }
}
