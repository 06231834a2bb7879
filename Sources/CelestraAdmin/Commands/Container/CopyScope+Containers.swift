import Catalog
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import SQLiteStore

extension CopyScope {
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

  init(
    restoring backup: Backup, as opened: ContainerHandle, _ selection: Selection, to target: ContainerAccess
  ) throws {
    var selection = selection
    try selection.add(backup.manifest, of: opened)
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

extension CopyScope.Selection {
  /// Leaves out the types that a backup does not have, and notes those that it has only in part.
  /// - Throws: `CommandFailure` if the user names a type that the backup does not have.
  mutating func add(_ manifest: BackupManifest, of backup: ContainerHandle) throws(CommandFailure) {
    for entry in manifest.entries {
      switch entry.presence {
      case .all where entry.state == .withoutFiles:
        Terminal.note("\(entry.type) of \(backup.name): \(entry.reason ?? "")")
      case .all: break
      case .part(let reason): partial.append(CopyScope.Omission(type: entry.type, reason: reason))
      case .absent: absent.insert(entry.type)
      }
    }
    let absent = absent
    guard let named = types?.first(where: { absent.contains($0) }) else { return }
    throw CommandFailure(
      "the backup '\(backup.container.location)' has no \(named) records: the type was not backed up")
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

  /// Returns the number of records of a type in a file, at least 1 for one of an iCloud container that has any or
  /// cannot be asked.
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
