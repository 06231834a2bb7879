package import CloudKitSchema
import GRDB

package struct Backup: Sendable {
  package let container: LocalContainer
  package let manifest: BackupManifest

  /// Opens a backup whose file is as it was completed.
  /// - Throws: `BackupError` if the file is not a backup or has changed, or `LocalContainerError` if it cannot be read.
  package static func open(_ path: String) throws -> Backup {
    let backup = try openUnchecked(path)
    guard try isIntact(path) else { throw BackupError(path, .broken) }
    return backup
  }

  package static func openUnchecked(_ path: String) throws -> Backup {
    let container = try LocalContainer.openForReading(path)
    do {
      guard let manifest = try container.queue.read({ try BackupManifest(in: $0, path: path) }) else {
        throw BackupError(path, .noBackup)
      }
      return Backup(container: container, manifest: manifest)
    } catch let error as DatabaseError {
      throw LocalContainerError(path, LocalContainerError.Cause(error, isWriting: false))
    }
  }

  /// Returns whether a container is a backup, finished or not, of this or a later version.
  package static func isBackup(_ container: LocalContainer) throws(LocalContainerError) -> Bool {
    do { return try container.queue.read { try BackupManifest.isDescribed(in: $0) } } catch {
      throw container.file.failure(error, isWriting: false)
    }
  }

  /// Returns whether a file is byte for byte the backup that was completed.
  package static func isIntact(_ path: String) throws -> Bool {
    do { return try FileSeal.isIntact(path) } catch { throw BackupError(path, .system("\(error)")) }
  }

  /// A record type whose records differ from the description.
  package struct Mismatch: Hashable, Sendable {
    package let type: RecordType.Name
    /// The number of records that the description states; `nil` if it lacks the type.
    package let stated: Int?
    /// The number of records in the file; `nil` if the file lacks the type.
    package let found: Int?
  }

  /// Reads all records and compares them with the description.
  /// - Returns: the types whose records differ; empty if all are as described.
  package func mismatches() throws -> [Mismatch] {
    let found: [RecordType.Name: RecordDigest]
    do {
      found = try container.queue.read { database in
        var found: [RecordType.Name: RecordDigest] = [:]
        for table in container.layout.tables { found[table.type.name] = try RecordDigest(of: table, in: database) }
        return found
      }
    } catch let error as DatabaseError {
      throw LocalContainerError(container.file.path, LocalContainerError.Cause(error, isWriting: false))
    }
    let stated = Dictionary(manifest.entries.map { ($0.type, $0) }) { first, _ in first }
    return Set(stated.keys).union(found.keys).sorted().compactMap { type in
      if let stated = stated[type], let found = found[type], stated.digest == found.digest, stated.count == found.count
      {
        return nil
      }
      return Mismatch(type: type, stated: stated[type]?.count, found: found[type]?.count)
    }
  }
}
