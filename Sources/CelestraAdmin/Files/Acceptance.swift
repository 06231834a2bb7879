import ArgumentParser
import CloudKitRecords
import Diagnostics
import Foundation
import SchemaReview

/// The file of accepted findings that a run reads and changes.
struct Acceptance: Equatable {
  /// The path of the file; `nil` for the one that the configuration names.
  var accepted: String?
  /// Whether to add the findings of this run.
  var accept = false
  /// Why the findings are accepted.
  var reason: String?
  /// Whether to remove the entries that match no finding of this run.
  var pruneAccepted = false
  /// The time that expiry is compared with; `nil` for now.
  var asOf: Timestamp?

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
