import AssetFiles
import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Copying
import Diagnostics
import Foundation
import SQLiteStore

/// A run of `container backup`: reads the container, writes the file and rotates earlier backups.
struct BackupRun {
  let source: ContainerHandle
  let access: ContainerAccess
  let scope: CopyScope
  let path: String
  /// The number of backups to keep; `nil` for one.
  let keep: Int?
  /// The folder of the files of assets; `nil` to leave them out.
  let assets: AssetFolder?

  func run() async throws -> BackupReport {
    let lock = try assets?.locked()
    defer { withExtendedLifetime(lock) {} }
    let origin = BackupManifest.Origin(
      source: source.isCloud ? source.name : source.container.resolvedPath,
      environment: source.container.environment?.rawValue, started: Timestamp(Date()),
      toolVersion: ProgramVersion.number)
    let counts: [RecordType.Name: ContainerBackup.Counts]
    let file: BackupFile
    var incomplete: [RecordType.Name: (state: BackupManifest.State, reason: String)] = [:]
    if let local = source.local {
      // What another backup lacks, a backup of it lacks, too.
      let selected = Set(scope.types.map(\.name))
      for entry in try source.manifest?.entries ?? [] where entry.state != .complete && selected.contains(entry.type) {
        incomplete[entry.type] = (entry.state, entry.reason ?? "")
      }
      file = try BackupFile.begin(
        path, copying: local, of: origin, types: Set(scope.types.map(\.name)), now: { Timestamp(Date()) })
      try requireSameTypes(as: file)
      counts = [:]
    } else {
      file = try BackupFile.begin(path, of: origin, schema: source.schema, now: { Timestamp(Date()) })
      try requireSameTypes(as: file)
      let backup = try await backUp(into: file)
      try requireSameTypes(as: file, unread: Array(backup.refusals.keys))
      counts = backup.counts
      for (type, reason) in backup.refusals { incomplete[type] = (.missing, reason) }
    }
    let files = try await collectFiles(of: file.container)
    incomplete.merge(try await incompleteTypes(in: file.container, files)) { first, _ in first }
    let rotation = BackupRotation(path)
    let kept = keep == nil ? nil : file.former.map { rotation.name(of: $0) }
    if Task.isCancelled { throw RecordStoreError.stopped }
    let manifest = try file.finish(
      origin, incomplete: incomplete, completed: { Timestamp(Date()) }, keepingFormerAt: kept)
    let removed = try keep.map { try rotation.removeAll(besides: $0 - 1) } ?? []
    return BackupReport(
      path: path, manifest: manifest, files: files, folder: assets?.path, counts: counts,
      isIncremental: file.isIncremental, isUnchanged: file.former?.digest == manifest.digest, kept: kept,
      removed: removed)
  }

  /// Checks that the backup does not replace one of more record types, whose records would be lost.
  /// - Parameter unread: the types that could not be read.
  private func requireSameTypes(as file: BackupFile, unread: [RecordType.Name] = []) throws {
    var kept = Set(scope.types.map(\.name) + scope.impossible + (scope.unlistable + scope.omissions).map(\.type))
    // Only a file that begins with the former backup has the records of types that cannot be read.
    if !file.isIncremental { kept.subtract(scope.unlistable.map(\.type) + unread) }
    let lost = (file.former?.entries ?? []).filter { $0.count > 0 && $0.state != .leftOut && !kept.contains($0.type) }
    if lost.isEmpty { return }
    throw CommandFailure(
      "\(path) has records of \(lost.map(\.type).joined(separator: ", ")), which this backup would lack; nothing was"
        + " written: name another file with --to")
  }

  private func backUp(into file: BackupFile) async throws -> ContainerBackup {
    access.tellCost(
      records: file.former?.count, types: scope.types.count, requestsPerPage: 1,
      of: [source.database?.address].compactMap(\.self))
    // The file begins with the records of the former backup, also of types that it did not read in full.
    let former = file.isIncremental ? file.former : nil
    let names = Set(former?.entries.filter { $0.count > 0 }.map(\.type) ?? [])
    var backup = ContainerBackup(of: source.listingStore, in: file.container.listingAllTypes)
    let progress = ProgressLine.counting("records read", of: file.former?.count)
    for type in scope.types {
      try await backup.backUp(type, isIncremental: names.contains(type.name), progress: progress)
    }
    return backup
  }

  /// Collects the files that the records of the backup refer to; `nil` without a folder.
  private func collectFiles(of backup: LocalContainer) async throws -> AssetCollection? {
    guard let assets else { return nil }
    let beside = AssetFolder(besideContainer: source.name)
    var files = AssetCollection(from: source.database.map { .store($0) } ?? .folder(beside), in: assets)
    let progress = ProgressLine.counting("files")
    for type in scope.types {
      let fields = source.schema.recordType(named: type.name)?.assets ?? []
      try await files.collect(type.name, fields: fields, of: backup.listingAllTypes, progress: progress)
    }
    return files
  }

  /// Returns the types whose records, or their files, are not all in the backup.
  private func incompleteTypes(
    in backup: LocalContainer, _ files: AssetCollection?
  ) async throws -> [RecordType.Name: (state: BackupManifest.State, reason: String)] {
    var incomplete: [RecordType.Name: (state: BackupManifest.State, reason: String)] = [:]
    let selected = Set(scope.types.map(\.name))
    for type in source.schema.recordTypes {
      if scope.impossible.contains(type.name) {
        incomplete[type.name] = (.leftOut, "its records cannot be created in a public database")
      } else if !selected.contains(type.name) {
        incomplete[type.name] = (.leftOut, "not selected")
      } else if let files {
        guard let failed = files.failed[type.name] else { continue }
        let verb = failed == 1 ? "is" : "are"
        incomplete[type.name] = (.withoutFiles, "\(failed.of("file")) \(verb) not in \(assets?.path ?? "")")
      } else if let fields = try await fieldsWithFiles(of: type, in: backup) {
        incomplete[type.name] = (.withoutFiles, "the files of \(fields.joined(separator: ", ")) are not in the backup")
      }
    }
    for omission in scope.partial { incomplete[omission.type] = (.unverified, omission.reason) }
    for omission in scope.unlistable { incomplete[omission.type] = (.missing, omission.reason) }
    return incomplete
  }

  /// Returns the fields of assets that have a value in some record; `nil` if none have.
  private func fieldsWithFiles(of type: RecordType, in backup: LocalContainer) async throws -> [String]? {
    if type.assets.isEmpty { return nil }
    var found: Set<String> = []
    try await backup.listingAllTypes.forEachPage(of: Query(type.name, desiredFields: type.assets)) { page in
      for record in page { found.formUnion(record.fields.keys) }
    }
    return found.isEmpty ? nil : found.sorted()
  }
}

/// The earlier backups beside a backup file, named by the date of their completion:
/// `nightly.2026-11-21T020000Z.sqlite`.
struct BackupRotation {
  private let url: URL

  init(_ path: String) { url = URL(fileURLWithPath: path) }

  /// Returns an unused path for an earlier backup.
  func name(of backup: BackupManifest) -> String {
    let date = backup.completed.description.prefix { $0 != "." && $0 != "Z" }.filter { $0 != ":" }
    let ending = url.pathExtension.isEmpty ? "" : "." + url.pathExtension
    let base = url.deletingPathExtension().lastPathComponent
    return OutputFile.freeName(url.deletingLastPathComponent().appendingPathComponent("\(base).\(date)Z\(ending)").path)
  }

  /// Removes the oldest earlier backups.
  /// - Parameter count: the number of earlier backups to keep.
  /// - Returns: the names of the removed files.
  func removeAll(besides count: Int) throws -> [String] {
    let folder = url.deletingLastPathComponent()
    let earlier = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter(isEarlier).sorted()
    let removed = Array(earlier.dropLast(count))
    for name in removed { try FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
    return removed
  }

  private func isEarlier(_ name: String) -> Bool {
    let base = url.deletingPathExtension().lastPathComponent + "."
    let ending = url.pathExtension.isEmpty ? "" : "." + url.pathExtension
    guard name.hasPrefix(base) else { return false }
    let rest = name.dropFirst(base.count)
    guard let date = rest.prefixMatch(of: #/\d{4}-\d\d-\d\dT\d{6}Z/#)?.output else { return false }
    // A file that someone gave another name, to keep it, is not removed. Only a number follows a name that was taken.
    let suffix = rest.dropFirst(date.count)
    return suffix == ending || suffix.hasPrefix("\(ending).") && Int(suffix.dropFirst(ending.count + 1)) != nil
  }
}
