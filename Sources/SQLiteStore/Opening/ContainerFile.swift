import CloudKitSchema
import Foundation
import GRDB
import GRDBSQLite
import SystemCalls

/// The SQLite file of a local container: its marks, and how to create, migrate and open it.
struct ContainerFile {
  /// The `PRAGMA application_id` of a container: "Cele" in ASCII.
  static let applicationID = 0x4365_6C65
  /// The `PRAGMA user_version` of a container: the version of the layout.
  static let formatVersion = 2

  /// The file path as the user gave it.
  let path: String
  /// The maximum time to wait for another program that is writing, in seconds.
  let patience: TimeInterval

  /// Opens the container for writing, creating it or migrating it to the schema if necessary. A container that already
  /// has the schema is not written, unless it is a backup, which becomes an ordinary container.
  /// - Returns: A connection for writing and one for reading.
  func open(_ schema: Schema) throws(LocalContainerError) -> (writing: DatabaseQueue, reading: DatabaseQueue) {
    let existed = try examine()
    if existed {
      guard FileManager.default.isWritableFile(atPath: path) else { throw LocalContainerError(path, .readOnly) }
    } else {
      let folder = Self.folder(of: path)
      if !FileManager.default.fileExists(atPath: folder) { throw LocalContainerError(path, .missingFolder(folder)) }
    }
    do {
      let queue = try DatabaseQueue(path: absolutePath, configuration: configuration(cache: 64))
      try migrate(queue, to: schema)
      // A file that is written is not what the description of a backup says.
      if try queue.read(BackupManifest.isDescribed) { try queue.write(BackupManifest.remove) }
      return (queue, try DatabaseQueue(path: absolutePath, configuration: configuration(cache: 12)))
    } catch {
      // A container is created in one transaction, so an unfinished creation leaves an empty file.
      if !existed, FileStatus(absolutePath)?.size == 0 { try? FileManager.default.removeItem(atPath: absolutePath) }
      throw failure(error, isWriting: true)
    }
  }

  /// Returns the folder of a file, or of the file that a link leads to.
  static func folder(of path: String) -> String {
    func folder(_ path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }
    var path = path
    // The system follows 40 links at most.
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      path = target.hasPrefix("/") ? target : folder(path) + target
    }
    let found = folder(path)
    return found.count > 1 ? String(found.dropLast()) : found.isEmpty ? "." : found
  }

  /// Opens the container for reading, without creating or changing it.
  func openForReading(cache: Int) throws(LocalContainerError) -> (queue: DatabaseQueue, schema: Schema) {
    guard try examine() else { throw LocalContainerError(path, .missing) }
    guard FileManager.default.isReadableFile(atPath: path) else { throw LocalContainerError(path, .unreadable) }
    do {
      let queue = try DatabaseQueue(path: absolutePath, configuration: configuration(cache: cache))
      guard let schema = try queue.read(storedSchema) else { throw LocalContainerError(path, .missing) }
      return (queue, schema)
    } catch {
      throw failure(error, isWriting: false)
    }
  }

  /// Opens a container in memory; the path is ignored.
  func openInMemory(_ schema: Schema) throws(LocalContainerError) -> DatabaseQueue {
    do {
      let queue = try DatabaseQueue(configuration: configuration(cache: 64))
      try migrate(queue, to: schema)
      return queue
    } catch {
      throw failure(error, isWriting: true)
    }
  }

  /// SQLite gives some names, such as `:memory:`, a special meaning, but no absolute path.
  private var absolutePath: String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  private func examine() throws(LocalContainerError) -> Bool {
    guard let status = FileStatus(absolutePath) else { return false }
    if status.isFolder { throw LocalContainerError(path, .directory) }
    if !status.isRegular { throw LocalContainerError(path, .notAContainer("it is not a file")) }
    return true
  }

  /// Returns the configuration of a connection. A connection for reading is not opened read-only: it could not remove
  /// the files that SQLite keeps beside a container, and SQLite opens an unwritable file read-only anyway.
  /// - Parameter cache: The size of the page cache in megabytes. A connection for writing caches the name index of a
  ///   million feeds, which it reads at random.
  func configuration(cache: Int) -> Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(patience)
    configuration.prepareDatabase { database in
      database.add(function: Distance.function)
      // Apple's SQLite otherwise keeps the files beside a container after its last connection closes.
      var isPersistent: CInt = 0
      sqlite3_file_control(database.sqliteConnection, nil, SQLITE_FCNTL_PERSIST_WAL, &isPersistent)
      // With SQLite's default of 1,000 pages, checkpoints write the same index pages repeatedly (measured with 100,000
      // feeds, 2026-11).
      try database.execute(
        sql: """
          PRAGMA synchronous = NORMAL;
          PRAGMA cache_size = \(-1024 * cache);
          PRAGMA wal_autocheckpoint = 16384;
          PRAGMA temp_store = MEMORY;
          """)
    }
    return configuration
  }

  /// Migrates a database to the schema, turning an empty database into a container.
  func migrate(_ queue: DatabaseQueue, to schema: Schema) throws {
    if let problem = ContainerLayout(schema).problem { throw LocalContainerError(path, .unstorableSchema(problem)) }
    let stored = try queue.read(storedSchema)
    if stored?.text() != schema.text() {
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          // Another process may have migrated the container in the meantime.
          try change(database, from: try storedSchema(database), to: schema)
          return .commit
        }
      }
    }
    queue.writeWithoutTransaction { database in
      // The journal mode belongs to the file. It is set after creation, so that a container is created in one
      // transaction. If another process is creating the container, that process sets the mode.
      _ = try? String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
    }
  }

  private func change(_ database: Database, from old: Schema?, to schema: Schema) throws {
    let text = schema.text()
    guard old?.text() != text else { return }
    guard Schema(stored: text)?.text() == text else {
      throw LocalContainerError(path, .unstorableSchema("a schema file cannot spell one of its names"))
    }
    let migration = SchemaMigration(from: old ?? Schema(), to: schema)
    guard migration.losses.isEmpty else { throw LocalContainerError(path, .losesData(migration.losses)) }
    if old == nil {
      try database.execute(
        sql: """
          PRAGMA application_id = \(Self.applicationID);
          PRAGMA user_version = \(Self.formatVersion);
          CREATE TABLE "___container" (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
          INSERT INTO "___container" (key, value) VALUES ('lastChangeTag', 0);
          """)
    }
    for statement in migration.statements { try database.execute(sql: statement) }
    try database.execute(
      sql: "INSERT OR REPLACE INTO \"___container\" (key, value) VALUES ('schema', ?)",
      arguments: [text])
  }

  /// Returns the schema of the container in a file; `nil` for an empty file.
  private func storedSchema(_ database: Database) throws -> Schema? {
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if application == 0, version == 0, try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0 {
      return nil
    }
    guard application == Self.applicationID else {
      throw LocalContainerError(path, .notAContainer("it is a SQLite database of another program"))
    }
    guard version <= Self.formatVersion else { throw LocalContainerError(path, .newerFormat(version)) }
    if version < Self.formatVersion { throw LocalContainerError(path, .olderFormat(version)) }
    let text = try String.fetchOne(database, sql: "SELECT value FROM \"___container\" WHERE key = 'schema'")
    guard let schema = text.flatMap({ Schema(stored: $0) }) else {
      throw LocalContainerError(path, .damaged("the container has no schema"))
    }
    return schema
  }

  func failure(_ error: any Error, isWriting: Bool) -> LocalContainerError {
    if let error = error as? LocalContainerError { return error }
    guard let error = error as? DatabaseError else { return LocalContainerError(path, .damaged("\(error)")) }
    return LocalContainerError(path, LocalContainerError.Cause(error, isWriting: isWriting))
  }
}
