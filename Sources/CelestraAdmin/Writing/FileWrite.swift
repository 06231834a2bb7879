import Catalog
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
  /// Whether an entry was removed from its file.
  private var removes = false
  /// What a category map still says of categories that are removed.
  private var stale: [String] = []
  private let isDryRun: Bool

  /// Edits the seed files.
  /// - Returns: `nil` if the files are not the truth.
  init?(
    _ changes: [PlannedChange], of opened: ContainerHandle, _ configuration: EffectiveConfiguration, isDryRun: Bool
  ) async throws {
    guard configuration.truth == .files, SeedFiles.isFolder(configuration.seeds) else { return nil }
    self.isDryRun = isDryRun
    let seeds = try SeedFiles([configuration.seeds], taking: SeedKind.allCases, isStrict: false)
    let edits = try await StatedRecords(seeds.seeds).edits(for: changes, in: opened.reader)
    if let map = seeds.categoryMap { stale = try await Self.stale(map, after: changes, of: opened) }
    var editing = EditedFiles()
    for edit in edits {
      var refusal: String? = "no file states it"
      var place = "-"
      if let stated = edit.place {
        if edit.isRemoval, let unread = seeds.unread.first {
          refusal = "what \(unread.file) states is unknown: \(unread.message)"
        } else if let feed = edit.removed {
          refusal = try editing.remove(feed, from: seeds.seeds)
        } else {
          refusal = try editing.apply(edit.edits, at: stated, of: seeds.seeds)
        }
        place = seeds.place(of: stated)
      }
      let result = refusal.map { "not edited: \($0)" } ?? edit.summary
      lines.append("\(place)  \(DisplayText.line(edit.title))  \(DisplayText.line(result))")
      if refusal == nil { edited += 1 } else { refused += 1 }
      if refusal == nil, edit.isKept { kept += 1 }
      if refusal == nil, edit.isRemoval { removes = true }
    }
    if !isDryRun { files = try editing.write() }
  }

  private static func stale(
    _ map: CategoryMap, after changes: [PlannedChange], of opened: ContainerHandle
  ) async throws -> [String] {
    let type = CatalogTable.categories.type(in: try opened.layout)
    let removed = changes.filter { $0.operation.kind == .delete && $0.recordType == type }.map(\.recordName)
    let records = try await opened.store.lookup(
      removed, desiredFields: [CategoryField.slug.name, CategoryField.name.name])
    return removed.compactMap { records[$0] }.filter { record in
      [record[CategoryField.slug], record[CategoryField.name]].contains { $0?.string.map(map.leads) == true }
    }.map { "\(map.file) still names '\(DisplayText.line($0.title))': write another category there" }
  }

  func report(_ command: String, _ opened: ContainerHandle, asOf: Timestamp?) -> ChangeReport {
    var report = ChangeReport(command, opened.name, asOf: asOf, [], planned: edited)
    report.details = ["files": files, "lines": lines, "dryRun": isDryRun]
    if edited == 0, refused > 0 { report.nothing = "no file was edited" }
    report.remarks = lines + stale
    if !files.isEmpty {
      let next = removes ? "'seed --prune', which also deletes what was removed" : "'seed'"
      report.remarks.append("review \(files.joined(separator: ", ")), then run \(next)")
    }
    if refused > 0 {
      report.remarks.append("\(refused.of("record")) not edited; --container-only changes the container")
    }
    if kept > 0 {
      report.remarks.append(
        "\(kept.of("record")) in lists, which fill empty fields only: run the command with --container-only, too")
    }
    report.isSaved = !isDryRun
    return report
  }
}
