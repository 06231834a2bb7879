import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import Diagnostics
import Foundation

/// Which findings were accepted before, and whether to accept the rest.
struct AcceptanceOptions: ParsableArguments {
  @Option(help: "Leave out the findings this file accepts.")
  var accepted: String?

  @Flag(help: "Write the findings of this run to the file of --accepted; reasons it has are kept.")
  var accept = false

  @Option(help: "Why the findings that --accept adds are accepted.")
  var reason: String?

  @OptionGroup var clock: ClockOptions

  func validate() throws {
    if accept, accepted == nil { throw ValidationError("--accept needs --accepted FILE to write to") }
    if reason != nil, !accept { throw ValidationError("--reason goes with --accept") }
    if accept, reason?.contains(where: { !$0.isWhitespace }) != true {
      throw ValidationError("--accept needs --reason TEXT: why the new findings are accepted")
    }
  }

  /// Holds findings against the file, which is written first where that is asked for.
  func apply(to diagnostics: [Diagnostic]) throws -> AcceptedOutcome {
    let today = String(clock.asOf.description.prefix(10))
    guard let path = accepted else { return AcceptedOutcome(diagnostics, accepted: [], file: "", today: today) }
    let isNew = accept && !FileManager.default.fileExists(atPath: path)
    var entries = isNew ? [] : try AcceptedFile.read(path)
    if accept {
      entries = merged(entries.filter { $0.expires.map { $0 >= today } ?? true }, with: diagnostics)
      try AcceptedFile(entries).write(to: path)
    }
    return AcceptedOutcome(diagnostics, accepted: entries, file: path, today: today)
  }

  /// An entry for each finding, by rule and subject: the one there is, or a new one.
  private func merged(_ entries: [AcceptedFinding], with diagnostics: [Diagnostic]) -> [AcceptedFinding] {
    let known = Dictionary(entries.map { ($0.fingerprint, $0) }) { first, _ in first }
    var merged: [String: AcceptedFinding] = [:]
    for diagnostic in diagnostics where AcceptedFinding.canAccept(diagnostic) {
      let finding = AcceptedFinding(diagnostic, reason: reason ?? "")
      merged[finding.fingerprint] = known[finding.fingerprint] ?? finding
    }
    return merged.values.sorted { ($0.rule, $0.subject) < ($1.rule, $1.subject) }
  }
}
