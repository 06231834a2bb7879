import ArgumentParser
import CloudKitRecords
import CommandLineTool
import Diagnostics
import Foundation
import SchemaReview

/// Options for hiding accepted findings and for accepting the rest.
struct AcceptanceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Hide the findings that this file accepts.", valueName: "file"), completion: .file())
  var accepted: String?

  @Flag(help: "Add the findings of this run to the --accepted file. Existing entries are kept.")
  var accept = false

  @Option(help: ArgumentHelp("Reason to record for the findings that --accept adds.", valueName: "text"))
  var reason: String?

  @Flag(
    help: ArgumentHelp(
      "Remove the entries of the --accepted file that match no finding of this run's files and rules.",
      visibility: .hidden))
  var pruneAccepted = false

  @OptionGroup var clock: ClockOptions

  func validate() throws {
    if reason != nil, !accept { throw ValidationError("--reason requires --accept") }
    if accept, reason?.contains(where: { !$0.isWhitespace }) != true {
      let file = accepted == nil ? ", and --accepted FILE, the file to write, unless the configuration names it" : ""
      throw ValidationError("--accept requires --reason TEXT: why the new findings are accepted\(file)")
    }
  }

  /// Returns the accepted findings of a run; empty if no file is used.
  /// - Parameter configuration: Names the file unless the option does. Only a configured file may be missing.
  func findings(_ configuration: EffectiveConfiguration) throws -> AcceptedFindings {
    let today = clock.asOf.day
    guard let path = accepted ?? configuration.accepted?.value else {
      if accept || pruneAccepted {
        throw ValidationError("--accept and --prune-accepted require --accepted FILE, the file to write")
      }
      return AcceptedFindings(file: "", today: today)
    }
    let isNew = (accept || accepted == nil) && !FileManager.default.fileExists(atPath: path)
    return AcceptedFindings(isNew ? [] : try AcceptedFindings.read(path), file: path, today: today)
  }

  /// Divides findings into accepted and open ones, after changing the file with `--accept` or `--prune-accepted`.
  /// - Parameters:
  ///   - files: The names of the checked files, or nothing if the findings do not belong to one file.
  ///   - added: The findings that `--accept` adds; by default all.
  ///   - asked: The ids of the rules that the run checked.
  func apply(
    _ accepted: AcceptedFindings, to diagnostics: [Diagnostic], of files: [String] = [],
    adding added: [Diagnostic]? = nil,
    asked: Set<String>, selection: RuleSelection
  ) throws -> AcceptedOutcome {
    var accepted = accepted
    let files = accepted.names(of: files)
    if accept { accepted.accept(added ?? diagnostics, reason: reason ?? "", files: files) }
    if pruneAccepted { accepted.entries = accepted.outcome(of: diagnostics, asked: asked, files: files).matching }
    if accept || pruneAccepted { try accepted.write() }
    return accepted.outcome(of: diagnostics, asked: asked, files: files, selection: selection)
  }
}
