import ArgumentParser
import Catalog
import CloudKitRecords
import CloudKitSchema
import Copying
import SQLiteStore

/// The record types that a command includes.
struct TypeSelectionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Record types to include, separated by commas. (default: all)", valueName: "types"))
  var types: String?

  @Option(help: ArgumentHelp("Record types to leave out, separated by commas.", valueName: "types"))
  var exceptTypes: String?

  func validate() throws {
    if let types, RecordsCommand.names(types).isEmpty {
      throw ValidationError("--types requires the names of record types")
    }
    if let exceptTypes, RecordsCommand.names(exceptTypes).isEmpty {
      throw ValidationError("--except-types requires the names of record types")
    }
  }

  /// The named record types; `nil` for all.
  var named: [RecordType.Name]? { types.map { RecordsCommand.names($0) } }

  var excepted: [RecordType.Name] { RecordsCommand.names(exceptTypes) }
}

/// The record types and fields that a copy includes.
struct CopySelectionOptions: ParsableArguments {
  @OptionGroup var types: TypeSelectionOptions

  @Option(
    help: ArgumentHelp("Field to leave out, such as PublicFeed.qualityScore. Repeatable.", valueName: "type.field"))
  var skipField: [FieldPath] = []

  @Flag(help: "Leave out all fields of assets, whose files are not copied to an iCloud container.")
  var skipAssets = false

  @Option(help: "Maximum lines of changes and failures to show. Counts are always complete.")
  var max = WritePreview.lines

  func validate() throws {
    if max < 0 { throw ValidationError("--max must be 0 or more, not \(max)") }
  }

  /// Returns the selection.
  /// - Parameter listsAllTypes: whether the source is a file, which lists every type.
  func selection(listsAllTypes: Bool) -> CopyScope.Selection {
    var selection = CopyScope.Selection.inOrder
    selection.types = types.named
    selection.excepted = types.excepted
    for path in skipField { selection.skipped[path.type, default: []].insert(path.field) }
    if skipAssets { selection.assets = .skipped }
    selection.listsAllTypes = listsAllTypes
    return selection
  }
}

extension CopyScope.Selection {
  /// All types, those of a catalog in an order in which records refer to records of earlier types.
  static var inOrder: Self {
    var selection = Self()
    let tables: [CatalogTable] = [.categories, .feeds, .metadata, .collections, .articles, .subscriptions]
    selection.order = tables.flatMap { [$0.recordType] + ($0.kitType.map { [$0] } ?? []) }
    return selection
  }
}

extension CopyScope {
  /// Creates the scope of a copy.
  /// - Throws: `CommandFailure` if the selection names something that the source lacks, or `ValidationError` for
  ///   subscriptions to an iCloud container.
  init(checked selection: Selection, of source: ContainerHandle, to target: ContainerAccess) throws {
    var selection = selection
    if target.container.isCloud {
      selection.refused = try Self.refused(source.schema, target)
      if selection.assets == .copied { selection.assets = .refused }
    }
    do throws(Refusal) { try self.init(selection, of: source.schema) } catch {
      throw CommandFailure(error.reasons.joined(separator: "\n"))
    }
    try SubscriptionGuard.check(types.map(\.name), source.schema, isCloud: target.container.isCloud)
  }

  /// Creates the scope of restoring a backup.
  init(
    restoring backup: Backup, as opened: ContainerHandle, _ selection: Selection, to target: ContainerAccess
  ) throws {
    var selection = selection
    let absent = Set(backup.manifest.entries.filter { $0.state == .missing || $0.state == .leftOut }.map(\.type))
    if let named = selection.types?.first(where: absent.contains) {
      throw CommandFailure(
        "the backup '\(opened.container.location)' has no \(named) records: the type was not backed up")
    }
    selection.absent = absent
    selection.partial = backup.manifest.entries.filter { $0.state == .unverified }.map {
      Omission(type: $0.type, reason: $0.reason ?? "")
    }
    if target.container.isCloud, selection.assets == .copied { selection.assets = .lost }
    try self.init(checked: selection, of: opened, to: target)
  }

  /// Returns the types of which an iCloud container cannot have records.
  private static func refused(_ source: Schema, _ target: ContainerAccess) throws -> [Omission] {
    let schema = try target.schema()
    return source.ownTypes.compactMap { type in
      if let problem = SubscriptionGuard.problem(of: type.name, source) {
        return Omission(type: type.name, reason: problem)
      }
      guard schema.recordType(named: type.name)?.isCreatable == false else { return nil }
      return Omission(
        type: type.name,
        reason: "no one may create its records in \(target.container.name): its schema has no GRANT CREATE for the type"
      )
    }
  }
}

extension ContainerHandle {
  /// Returns the fields that curators own, by record type.
  /// - Throws: `CommandFailure` if the schema has no catalog.
  func editorialFields() throws -> [RecordType.Name: Set<String>] {
    guard let layout = CatalogLayout(schema) else {
      throw CommandFailure(
        "--editorial needs a catalog; the schema of \(container.name) declares neither PublicFeed nor Feed")
    }
    return CatalogTable.editorialFields(in: layout)
  }

  /// Returns the number of records of a type in a file, at least 1 for one of an iCloud container that has any or cannot
  /// be asked.
  func recordCount(atLeastOf type: RecordType.Name) async throws -> Int {
    if let local { return try await local.recordCount(of: [type]) }
    guard schema.recordType(named: type)?.isListable == true else { return 1 }
    var query = Query(type, desiredFields: [])
    query.limit = 1
    do throws(RecordStoreError) { return try await store.query(query, after: nil).records.count } catch {
      guard error.isRefusal else { throw error }
      return 1
    }
  }
}
