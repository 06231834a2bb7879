package import CloudKitRecords
package import CloudKitSchema
import Foundation
import GRDB
import SystemCalls

/// A backup that is being written beside the file that it will replace.
///
/// The former backup stays as it is until the new one is complete. A process that is killed leaves a partial file,
/// which the next backup overwrites.
package final class BackupFile: Sendable {
  package let container: LocalContainer
  /// The description of the former backup in the file, if any.
  package let former: BackupManifest?
  /// Whether the new backup began with the records of the former one.
  package let isIncremental: Bool
  private let path: String
  private let lock: FileLock

  private init(
    _ container: LocalContainer, former: BackupManifest?, isIncremental: Bool, path: String, lock: FileLock
  ) {
    self.container = container
    self.former = former
    self.isIncremental = isIncremental
    self.path = path
    self.lock = lock
  }

  deinit { Self.removePartial(of: path) }

  /// Begins a backup of a container with the contents of the former backup in the file, if any.
  /// - Throws: `BackupError` if another process is writing the file, or if the file is not an intact backup of the
  ///   container.
  package static func begin(
    _ path: String, of source: BackupManifest.Origin, schema: Schema, now: @escaping @Sendable () -> Timestamp
  ) throws -> BackupFile {
    let lock = try takeLock(of: path)
    let former = try formerBackup(path, of: source)
    let partial = partialPath(of: path)
    return try removingPartial(of: path) {
      if let former {
        try former.container.write(to: partial)
        do throws(LocalContainerError) {
          let container = try LocalContainer.open(partial, schema: schema, now: now)
          return BackupFile(container, former: former.manifest, isIncremental: true, path: path, lock: lock)
        } catch {
          // The schema no longer has all types and fields of the former backup.
          guard case .losesData = error.cause else { throw error }
          removePartial(of: path)
        }
      }
      return BackupFile(
        try .open(partial, schema: schema, now: now), former: former?.manifest, isIncremental: false, path: path,
        lock: lock)
    }
  }

  /// Begins a backup with a consistent copy of a local container.
  /// - Parameter types: the names of the record types to keep.
  package static func begin(
    _ path: String, copying other: LocalContainer, of source: BackupManifest.Origin, types: Set<RecordType.Name>,
    now: @escaping @Sendable () -> Timestamp
  ) throws -> BackupFile {
    let lock = try takeLock(of: path)
    let former = try formerBackup(path, of: source)
    let partial = partialPath(of: path)
    return try removingPartial(of: path) {
      try other.write(to: partial)
      let container = try LocalContainer.open(partial, schema: other.schema, now: now)
      try container.queue.write { database in
        for table in container.layout.tables where !types.contains(table.type.name) {
          try database.execute(sql: "DELETE FROM \(table.table)")
        }
      }
      return BackupFile(container, former: former?.manifest, isIncremental: false, path: path, lock: lock)
    }
  }

  /// Writes the description, closes the file and puts it in place. The container cannot be used afterward.
  /// - Parameters:
  ///   - incomplete: the state and the reason of each type that is not complete.
  ///   - kept: the path that the former backup moves to; `nil` to replace it.
  package func finish(
    _ origin: BackupManifest.Origin, incomplete: [RecordType.Name: (state: BackupManifest.State, reason: String)],
    completed: () -> Timestamp, keepingFormerAt kept: String? = nil
  ) throws -> BackupManifest {
    try Self.removingPartial(of: path) {
      let manifest = try container.queue.write { database in
        let manifest = try BackupManifest(
          of: container.layout, origin, incomplete: incomplete, completed: completed, in: database)
        try manifest.write(to: database)
        return manifest
      }
      let partial = Self.partialPath(of: path)
      try container.closeIntoOneFile()
      do { try FileSeal.seal(partial) } catch { throw BackupError(path, .system("\(error)")) }
      // A log of another program would be applied to the new file.
      if FileStatus(path + "-wal")?.size ?? 0 > 0 { throw BackupError(path, .inUse) }
      do {
        if let former = FileStatus(path) {
          let permissions = NSNumber(value: former.permissions)
          try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: partial)
          if let kept { try Self.keep(path, at: kept) }
        }
        try SystemPath.move(partial, to: path)
      } catch { throw BackupError(path, .system("\(error)")) }
      return manifest
    }
  }

  /// Keeps a second name of the file, so that the path always names a complete backup.
  private static func keep(_ path: String, at kept: String) throws {
    do { try FileManager.default.linkItem(atPath: path, toPath: kept) } catch {
      // The file system has no links.
      try FileManager.default.copyItem(atPath: path, toPath: kept)
    }
  }

  private static func takeLock(of path: String) throws -> FileLock {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard FileStatus(folder)?.isFolder == true else { throw LocalContainerError(path, .missingFolder(folder)) }
    do {
      guard let lock = try FileLock(path + ".lock") else { throw BackupError(path, .locked) }
      removePartial(of: path)
      return lock
    } catch let error as SystemError {
      throw BackupError(path, .system("\(error)"))
    }
  }

  private static func formerBackup(
    _ path: String, of source: BackupManifest.Origin
  ) throws -> (container: LocalContainer, manifest: BackupManifest)? {
    guard FileStatus(path) != nil else { return nil }
    let former = try Backup.open(path)
    guard former.manifest.origin.name == source.name else {
      throw BackupError(path, .otherSource(former.manifest.origin.name))
    }
    return (former.container, former.manifest)
  }

  private static func partialPath(of path: String) -> String {
    let url = URL(fileURLWithPath: path)
    return url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).partial").path
  }

  /// Runs `body` and removes the partial file if it fails.
  private static func removingPartial<Value>(of path: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch {
      removePartial(of: path)
      throw (error as? DatabaseError).map { LocalContainerError(path, .init($0, isWriting: true)) } ?? error
    }
  }

  private static func removePartial(of path: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { SystemPath.remove(partialPath(of: path) + ending) }
  }
}

extension LocalContainer {
  /// Copies the current contents to a new file.
  fileprivate func write(to path: String) throws {
    let other = try DatabaseQueue(path: path, configuration: file.configuration(cache: 12))
    try queue.backup(to: other)
    try other.close()
  }

  /// Moves the log into the file and closes it.
  fileprivate func closeIntoOneFile() throws {
    try reading.close()
    try queue.writeWithoutTransaction { database in
      _ = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      _ = try Row.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
    }
    try queue.close()
  }
}
