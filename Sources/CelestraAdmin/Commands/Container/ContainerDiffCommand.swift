import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import SQLiteStore

struct ContainerDiffCommand: AsyncParsableCommand {
  enum Detail: String, CaseIterable, ExpressibleByArgument {
    case summary, names, fields
  }

  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare the records of two containers: new, changed, and gone.",
    discussion: """
      A container is the path of a file, iCloud.id, or iCloud.id@production. Dates, users, and change tags are not compared. \
      The exit code is 0 if the containers are equal, 1 if they differ, and 2 if a record type could not be compared.
      """)

  @Argument(help: ArgumentHelp("First container, the earlier state.", valueName: "container"), completion: .file())
  var old: String

  @Argument(help: ArgumentHelp("Second container, the later state.", valueName: "container"), completion: .file())
  var new: String

  @OptionGroup var types: TypeSelectionOptions
  @OptionGroup var listing: ListingOptions

  @Option(help: ArgumentHelp("Field to ignore. Repeatable.", valueName: "type.field", visibility: .hidden))
  var ignoreField: [FieldPath] = []

  @Flag(
    help: ArgumentHelp(
      "Compare only the types and fields that curators own, not those that jobs keep.", visibility: .hidden))
  var editorial = false

  @Option(
    name: .customLong("show"),
    help: ArgumentHelp(
      "What to show: a summary by record type, the names of changed fields, or fields with old and new values.",
      valueName: "detail"))
  var detail = Detail.names

  @Option(help: ArgumentHelp("Maximum records to list; 0 for all. Counts are always complete.", valueName: "n"))
  var limit = 100

  @OptionGroup(title: "Container") var pair: ContainerPairOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextJSONAndMarkdown>

  func run() async throws {
    let access = try pair.access(from: old, to: new)
    let (old, new) = try (access.from.open(for: .reading), access.to.open(for: .reading))
    let scope = try DiffScope(self, old, new)
    for note in scope.notes { Terminal.note(note) }
    if !scope.hidden.isEmpty {
      Terminal.note(
        "without READ for _world, a key may see only the records it created: "
          + "\(scope.hidden.joined(separator: ", "))")
    }
    let report = ContainerDiffReport(
      old: old.container.name, new: new.container.name, detail: detail,
      difference: try await difference(scope, old, new), unlistable: scope.unlistable)
    try output.write(report, exit: report.status)
  }

  private func difference(
    _ scope: DiffScope, _ old: ContainerHandle, _ new: ContainerHandle
  ) async throws -> ContainerDifference {
    let total = try await new.local?.recordCount(of: scope.types.map(\.name))
    return try await ContainerDifference(
      scope.types, listedAs: scope.listings, from: old.listingStore, to: new.listingStore,
      schemas: (old.schema, new.schema),
      ignoresEmptyLists: old.isCloud || new.isCloud, limit: detail == .summary ? 0 : limit.asLimit,
      progress: ProgressLine.counting("records compared", of: total))
  }
}

/// The record types and fields that a comparison includes.
private struct DiffScope {
  /// The types as the second container lists them.
  private(set) var types: [ComparedType] = []
  /// How the first container lists the types that it cannot list as a whole.
  private(set) var listings: [RecordType.Name: ComparedType] = [:]
  /// Which records are not found, for each type that a container lists in part.
  private(set) var notes: [String] = []
  /// The record types that cannot be listed, with the container.
  private(set) var unlistable: [String] = []
  /// The record types of which a key may see only the records it created.
  private(set) var hidden: [String] = []

  /// - Throws: `RequestMistake` for an unknown type; `ValidationError` for an unknown field.
  init(_ command: ContainerDiffCommand, _ old: ContainerHandle, _ new: ContainerHandle) throws {
    let ignored = try Self.ignored(command.ignoreField, [old.schema, new.schema])
    let own = command.editorial ? try old.editorialFields() : nil
    let selections = try [old, new].map { try Self.selection(command.listing, of: $0) }
    let entries = try [old, new].map { try $0.manifest?.entries ?? [] }
    for name in try Self.names(command, old.schema, new.schema) where own?[name] != nil || own == nil {
      let fields = [old.schema, new.schema].flatMap { schema in
        (schema.recordType(named: name)?.fields ?? []).map(\.name).filter { !SystemField.isReserved($0) }
      }
      let counted = Set(fields).subtracting(ignored[name] ?? []).filter { own?[name]?.contains($0) ?? true }
      let compared = ComparedType(name, fields: counted)
      let before = unlistable.count
      for (side, entries) in zip([old, new], entries) {
        if let entry = entries.first(where: { $0.type == name }) { note(entry, of: side) }
      }
      let listed = zip([old, new], selections).map { listing(compared, of: $0, $1) }
      if unlistable.count > before { continue }
      listings[name] = listed[0]
      types.append(listed[1])
    }
  }

  private static func selection(_ listing: ListingOptions, of side: ContainerHandle) throws -> CopyScope.Selection {
    var selection = CopyScope.Selection()
    if side.isCloud { try listing.add(to: &selection, schema: side.schema) }
    return selection
  }

  /// Notes what a backup lacks of a type.
  private mutating func note(_ entry: BackupManifest.Entry, of side: ContainerHandle) {
    switch entry.presence {
    case .all where entry.state == .withoutFiles:
      notes.append("\(entry.type) of \(side.container.name): \(entry.reason ?? "")")
    case .all: break
    case .part(let reason): notes.append("\(entry.type) of \(side.container.name) may be incomplete: \(reason)")
    // A public database has no records of a type that users cannot create.
    case .absent where side.schema.recordType(named: entry.type)?.isCreatable == false: break
    case .absent(let reason):
      unlistable.append(
        "\(entry.type) of \(side.container.name) was not backed up: \(reason); pass --except-types \(entry.type)")
    }
  }

  /// Returns how a container lists a type, and notes what it does not find.
  private mutating func listing(
    _ compared: ComparedType, of side: ContainerHandle, _ selection: CopyScope.Selection
  ) -> ComparedType {
    let name = compared.name
    guard side.isCloud, let type = side.schema.recordType(named: name) else { return compared }
    if !type.isReadableByAll && hidden.last != name { hidden.append(name) }
    guard let listed = CopyScope.listing(type, as: compared, selection) else {
      unlistable.append(
        "\(name) has no QUERYABLE index on ___recordID in \(side.container.name): its records cannot be listed; pass"
          + " --list-by \(name).FIELD, --names FILE, or --except-types \(name)")
      return compared
    }
    if let note = listed.note { notes.append("\(name) of \(side.container.name) may be incomplete: \(note)") }
    return listed.type
  }

  private static func names(
    _ command: ContainerDiffCommand, _ old: Schema, _ new: Schema
  ) throws -> [RecordType.Name] {
    let all = (old.ownTypes + new.ownTypes).map(\.name)
    let excepted = command.types.excepted
    for name in (command.types.named ?? []) + excepted where !all.contains(name) {
      _ = try new.type(named: name)
    }
    var seen = Set(excepted)
    return (command.types.named ?? all).filter { seen.insert($0).inserted }
  }

  private static func ignored(_ paths: [FieldPath], _ schemas: [Schema]) throws -> [RecordType.Name: Set<String>] {
    var ignored: [RecordType.Name: Set<String>] = [:]
    for path in paths {
      let isKnown = schemas.contains {
        $0.recordType(named: path.type)?.fields.contains { $0.name == path.field } == true
      }
      if !isKnown {
        throw ValidationError("--ignore-field '\(path)' is not a TYPE.FIELD of the schemas")
      }
      ignored[path.type, default: []].insert(path.field)
    }
    return ignored
  }
}
