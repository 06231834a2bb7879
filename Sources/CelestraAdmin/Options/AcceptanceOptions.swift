import ArgumentParser
import CloudKitRecords
import Diagnostics
import Foundation
import SchemaReview

/// Options for hiding accepted findings and for accepting the rest.
struct AcceptanceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Hide the findings that this file accepts.", valueName: "file"), completion: .file())
  var accepted: String?

  @Flag(help: "Add the findings of this run to the --accepted file. Existing entries are kept.")
  var accept = false

  @Option(help: "Reason to record for the findings that --accept adds.")
  var reason: String?

  @Flag(help: "Remove the entries of the --accepted file that match no finding of this run's files and rules.")
  var pruneAccepted = false

  @Option(name: .customLong("as-of"), help: ClockOptions.help)
  var asOf: Timestamp?

  func validate() throws {
    if reason != nil, !accept { throw ValidationError("--reason requires --accept") }
    if accept, reason?.contains(where: { !$0.isWhitespace }) != true {
      let file = accepted == nil ? ", and --accepted FILE, the file to write, unless the configuration names it" : ""
      throw ValidationError("--accept requires --reason TEXT: why the new findings are accepted\(file)")
    }
  }

  /// Returns the file of accepted findings and its entries; an empty name if no file is used.
  /// - Parameter configured: The file that the configuration names. The option overrides it, and only a configured file
  ///   may be missing.
  func entries(configured: String?) throws -> (path: String, findings: [AcceptedFinding]) {
    guard let path = accepted ?? configured else {
      if accept || pruneAccepted {
        throw ValidationError("--accept and --prune-accepted require --accepted FILE, the file to write")
      }
      return ("", [])
    }
    let isNew = (accept || accepted == nil) && !FileManager.default.fileExists(atPath: path)
    return (path, isNew ? [] : try AcceptedFile.read(path))
  }

  /// Compares findings with the file of accepted findings, after changing the file with `--accept` or
  /// `--prune-accepted`.
  /// - Parameters:
  ///   - files: The names of the checked files, or nothing if the findings do not belong to one file.
  ///   - asked: The ids of the rules that the run checked.
  func apply(
    to diagnostics: [Diagnostic], of files: [String] = [], configured: String?, asked: Set<String>,
    selection: RuleSelection
  ) throws -> AcceptedOutcome {
    var (path, entries) = try entries(configured: configured)
    if path.isEmpty {
      // Without a file, the date and the relative names would only delay the start.
      return AcceptedOutcome(
        diagnostics, accepted: [], file: "", today: "", asked: asked, files: [:], selection: selection)
    }
    let names = Dictionary(files.map { ($0, Self.relative($0, to: path)) }) { first, _ in first }
    func outcome() -> AcceptedOutcome {
      AcceptedOutcome(
        diagnostics, accepted: entries, file: path, today: today, asked: asked, files: names, selection: selection)
    }
    if accept { entries = entries.accepting(diagnostics, reason: reason ?? "", today: today, files: names) }
    if pruneAccepted { entries = outcome().matching }
    if accept || pruneAccepted { try AcceptedFile.write(entries, to: path) }
    return outcome()
  }

  /// Returns the findings of a file that are not accepted.
  func open(
    _ diagnostics: [Diagnostic], of file: String, _ entries: (path: String, findings: [AcceptedFinding])
  ) -> [Diagnostic] {
    AcceptedOutcome(
      diagnostics, accepted: entries.findings, file: entries.path, today: today, asked: [],
      files: [file: Self.relative(file, to: entries.path)]
    ).open
  }

  private var today: String { String((asOf ?? Timestamp(Date())).description.prefix(10)) }

  /// Returns the path of a file relative to the folder of another; the name itself if it names no file.
  private static func relative(_ name: String, to other: String) -> String {
    guard FileManager.default.fileExists(atPath: name) else { return name }
    let path = URL(fileURLWithPath: name).standardizedFileURL.pathComponents
    let folder = URL(fileURLWithPath: other).standardizedFileURL.deletingLastPathComponent().pathComponents
    let common = zip(path, folder).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: folder.count - common) + path[common...]).joined(separator: "/")
  }
}
