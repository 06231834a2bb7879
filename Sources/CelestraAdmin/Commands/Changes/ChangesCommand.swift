import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Copying
import SQLiteStore

struct ChangesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes",
    abstract: "List what was added, removed, and edited.",
    discussion: """
      Compares categories, feeds, and collections, and the fields that curators own. With plans, lists what they change, \
      in their order, and opens no container.
      """)

  @Argument(help: "Applied plans, instead of a comparison.", completion: .file())
  var plans: [String] = []

  @Option(
    help: ArgumentHelp("Backup, or other container, with the earlier state.", valueName: "container"),
    completion: .file())
  var against: String?

  @Option(help: ArgumentHelp("Maximum records to list; 0 for all. Counts are always complete.", valueName: "n"))
  var limit = 500

  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextJSONAndMarkdown>

  func validate() throws {
    if plans.isEmpty == (against == nil) {
      throw ValidationError("pass either --against BACKUP, the earlier state, or the plans that were applied")
    }
  }

  func run() async throws {
    guard let against else { return try describe(plans) }
    let opened = try container.open(for: .reading)
    let name = try container.connection.name(against)
    if name.isSameFile(as: opened.container) {
      throw CommandFailure("\(against) and \(opened.name) are the same container; pass a backup with --against")
    }
    let earlier = try container.connection.access(to: name, container.access).open(for: .reading)
    let difference = try await difference(from: earlier, to: opened)
    var report = ChangesReport(
      of: opened.name, since: earlier.container.name, difference.records, try opened.layout, difference.count)
    report.from = earlier.local == nil ? nil : (try? Backup.openUnchecked(earlier.name))?.manifest.origin.started
    try await report.addTitles(of: [opened.store, earlier.store])
    try output.write(report)
  }

  private func difference(
    from earlier: ContainerHandle, to opened: ContainerHandle
  ) async throws -> ContainerDifference {
    let fields = CatalogTable.editorialFields(in: try opened.layout)
    let order = CopyScope.Selection.inOrder.order
    let types = fields.sorted { order.firstIndex(of: $0.key) ?? 0 < order.firstIndex(of: $1.key) ?? 0 }
      .map { ComparedType($0.key, fields: $0.value.subtracting(ChangesReport.unshown)) }
    let compared = try comparable(comparable(types, in: earlier), in: opened)
    return try await ContainerDifference(
      compared, from: earlier.listingStore, to: opened.listingStore, schemas: (earlier.schema, opened.schema),
      ignoresEmptyLists: earlier.isCloud || opened.isCloud, limit: limit.asLimit, showing: ChangesReport.identifying,
      progress: ProgressLine.counting("records compared"))
  }

  /// Returns the types whose records a container has. If it is a backup, notes those that it lacks or has only in part.
  private func comparable(_ types: [ComparedType], in side: ContainerHandle) throws -> [ComparedType] {
    let entries = try side.manifest?.entries ?? []
    return types.filter { type in
      func note(_ text: String) { Terminal.note("\(type.name) of \(side.name) \(text)") }
      switch entries.first(where: { $0.type == type.name })?.presence {
      case .all, nil: return true
      case .part(let reason):
        note("may be incomplete: \(reason)")
        return true
      case .absent(let reason):
        note("was not backed up, and is not compared: \(reason)")
        return false
      }
    }
  }

  private func describe(_ files: [String]) throws {
    var records: [RecordDifference] = []
    var titles: [RecordName: String] = [:]
    var layout: CatalogLayout?
    for file in files {
      let plan = try SavedPlan(file, findings: output).plan
      layout = CatalogLayout(rawValue: plan.layout)
      let owned = layout.map { CatalogTable.editorialFields(in: $0) }
      for change in plan.changes {
        titles[change.recordName] = change.title
        if let owned, owned[change.recordType] == nil { continue }
        let difference = RecordDifference(change) { field in
          !ChangesReport.unshown.contains(field) && owned?[change.recordType]?.contains(field) ?? true
        }
        if let difference { records.append(difference) }
      }
    }
    var report = ChangesReport(
      of: files.joined(separator: ", "), since: nil, Array(records.prefix(limit.asLimit)), layout
    ) { kind in records.count { $0.kind == kind } }
    report.titles = titles
    try output.write(report)
  }
}
