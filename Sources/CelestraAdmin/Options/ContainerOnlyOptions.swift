import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import ConfigurationFile
import Curation
import Diagnostics

/// The option to change only the container where seed files are the truth.
struct ContainerOnlyOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Change the container although seed files, which are the truth, state the same; the next seed undoes it.",
      visibility: .hidden))
  var containerOnly = false

  /// Checks that the seed files, if they are the truth, do not state what changes of a container concern.
  /// - Throws: `CommandFailure` that says which file states what.
  func check(
    _ changes: [PlannedChange], of opened: ContainerHandle, _ configuration: EffectiveConfiguration
  ) async throws {
    guard !containerOnly, configuration.truth == .files, SeedFiles.isFolder(configuration.seeds) else { return }
    let files = try SeedFiles([configuration.seeds], taking: SeedKind.allCases, isStrict: false)
    let found = try await StatedRecords(files.seeds).contradicted(by: changes, in: opened.reader)
    if found.isEmpty { return note(changes, try opened.layout) }
    let lines = found.prefix(10).map { statement in
      "\(files.place(of: statement.place)) states "
        + (statement.field.map { "the \($0) of " } ?? "") + "'\(DisplayText.line(statement.title))'"
    }
    let others = found.count > lines.count ? ["and \(found.count - lines.count) more"] : []
    let advice =
      found.allSatisfy(\.isFilled)
      ? "the seed files are the truth, and lists fill empty fields only: change them, and run the command with "
        + "--container-only"
      : "the seed files are the truth: change them and seed, or pass --container-only"
    throw CommandFailure((lines + others + [advice]).joined(separator: "\n"))
  }

  /// Says what becomes of records that a command adds to the container only, and of fields that it alone has.
  private func note(_ changes: [PlannedChange], _ layout: CatalogLayout) {
    let tables = [(CatalogTable.feeds, "feed"), (.collections, "collection"), (.categories, "category")]
    let added = tables.first { table, _ in
      changes.contains { $0.operation.kind == .create && $0.recordType == table.type(in: layout) }
    }
    guard let noun = added?.1 else {
      let isUpdated = tables.contains { table, _ in
        let curated = Set(table.curated.names(in: layout))
        return changes.contains { change in
          change.operation.kind == .update && change.recordType == table.type(in: layout)
            && !curated.isDisjoint(with: change.fieldChanges.map(\.field))
        }
      }
      guard isUpdated else { return }
      Terminal.note(
        "the seed files are the truth, and do not state this change: a new container would lack it; "
          + "'export json --output FOLDER' writes it into the files")
      return
    }
    let advice =
      noun == "feed" ? "add it to a file with 'feeds discover URL --add FILE'" : "add it to a file of the folder"
    Terminal.note(
      "the seed files are the truth, and do not state this \(noun): 'seed --prune' would delete it; \(advice)")
  }
}
