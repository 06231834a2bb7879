import CloudKitRecords
import CommandLineTool
import ConfigurationFile
import Curation
import Diagnostics

/// A change of many records where the seed files are the truth: the files are edited, and `seed` applies them.
struct FileWrite {
  /// A line per record, for the report.
  private(set) var lines: [String] = []
  /// The files that were edited.
  private(set) var files: [String] = []
  /// The numbers of records whose files were edited, and of those that were not.
  private(set) var edited = 0, refused = 0
  /// The number of edited records that a list states, which fills empty fields only.
  private(set) var kept = 0

  /// Edits the seed files.
  /// - Returns: `nil` if the files are not the truth.
  init?(
    _ changes: [PlannedChange], of opened: ContainerHandle, _ configuration: EffectiveConfiguration, isDryRun: Bool
  ) async throws {
    guard configuration.truth == .files, SeedFiles.isFolder(configuration.seeds) else { return nil }
    let seeds = try SeedFiles([configuration.seeds], taking: SeedKind.allCases, isStrict: false)
    let edits = try await StatedRecords(seeds.seeds).edits(for: changes, in: opened.store, opened.layout)
    var editing = EditedFiles()
    for edit in edits {
      var refusal: String? = "no file states it"
      var place = "-"
      if let file = edit.place?.file {
        refusal = try editing.apply(edit.edits, in: file)
        let line = edit.place?.range.flatMap { seeds.sources[file]?.line(of: $0) }
        place = file + (line.map { ":\($0)" } ?? "")
      }
      let result = refusal.map { "not edited: \($0)" } ?? edit.summary
      lines.append("\(place)  \(DisplayText.line(edit.title))  \(DisplayText.line(result))")
      if refusal == nil { edited += 1 } else { refused += 1 }
      if refusal == nil, edit.isKept { kept += 1 }
    }
    if !isDryRun { files = try editing.write() }
  }

  /// Returns the report.
  func report(_ command: String, _ opened: ContainerHandle, asOf: Timestamp?) -> ChangeReport {
    var report = ChangeReport(command, opened.name, asOf: asOf, [], planned: edited)
    report.details = ["files": files, "lines": lines]
    report.remarks = lines
    if !files.isEmpty { report.remarks.append("review \(files.joined(separator: ", ")), then run 'seed'") }
    if refused > 0 {
      report.remarks.append("\(refused.of("record")) not edited; --container-only changes the container")
    }
    if kept > 0 {
      report.remarks.append(
        "\(kept.of("record")) in lists, which fill empty fields only: run the command with --container-only, too")
    }
    report.isSaved = !files.isEmpty
    return report
  }
}
