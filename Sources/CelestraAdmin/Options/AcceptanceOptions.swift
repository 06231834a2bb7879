import ArgumentParser
import CloudKitRecords
import Diagnostics
import Foundation
import SchemaReview

/// Options for hiding accepted findings and for accepting the rest.
struct AcceptanceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Hide the findings that this file accepts.", valueName: "file"))
  var accepted: String?

  @Flag(help: "Add the findings of this run to the --accepted file. Existing reasons are kept.")
  var accept = false

  @Option(help: "Reason to record for the findings that --accept adds.")
  var reason: String?

  @OptionGroup var clock: ClockOptions

  func validate() throws {
    if reason != nil, !accept { throw ValidationError("--reason requires --accept") }
    if accept, reason?.contains(where: { !$0.isWhitespace }) != true {
      throw ValidationError("--accept requires --reason TEXT: why the new findings are accepted")
    }
  }

  /// Compares findings with the file of accepted findings, after adding to the file with `--accept`.
  /// - Parameters:
  ///   - configured: The file that the configuration names. The option overrides it, and only a configured file may be
  ///     missing.
  ///   - asked: The ids of the rules that the run checked.
  func apply(
    to diagnostics: [Diagnostic], configured: String?, asked: Set<String>, selection: RuleSelection
  ) throws -> AcceptedOutcome {
    guard let path = accepted ?? configured else {
      if accept { throw ValidationError("--accept requires --accepted FILE, the file to write") }
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

  /// Returns an entry for each finding, existing or new, and the entries of rules that this run did not check.
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
