package import CloudKitRecords
package import CloudKitSchema
import Crypto
import Foundation
import GRDB

/// The description that a backup file keeps of itself.
package struct BackupManifest: Hashable, Sendable {
  /// The version of the description. A program refuses later versions.
  package static let formatVersion = 1

  /// The completeness of a record type.
  package enum State: String, Hashable, Sendable {
    /// All records are in the backup.
    case complete
    /// All records are in the backup, but not all files of their assets.
    case withoutFiles
    /// The records could not be read.
    case missing
    case leftOut
    /// The records that the key could read are in the backup, and CloudKit may have left out others.
    case unverified
  }

  package struct Entry: Hashable, Sendable {
    package let type: RecordType.Name
    package let count: Int
    /// The SHA-256 of the records, see `RecordDigest`.
    package let digest: String
    package let state: State
    /// Why the state is not `complete`; `nil` if it is.
    package let reason: String?

    /// The records of the type that the backup has.
    package enum Presence: Hashable, Sendable {
      case all
      /// Some, for a reason.
      case part(String)
      case absent(String)
    }

    /// Whether the records could be read.
    package var isRead: Bool { state != .missing && state != .leftOut }

    package var presence: Presence {
      let reason = reason ?? ""
      return switch state {
      case .complete, .withoutFiles: .all
      case .unverified: .part(reason)
      // A type that could not be read keeps the records of the backup before.
      case .missing, .leftOut: count > 0 ? .part("of an earlier backup: \(reason)") : .absent(reason)
      }
    }
  }

  /// What a new backup says about itself, without what is computed from its records.
  package struct Origin: Hashable, Sendable {
    /// The path or the id of the container.
    package let source: String
    /// The environment of an iCloud container; `nil` for a file.
    package let environment: String?
    /// The date before the first record was read.
    package let started: Timestamp
    package let toolVersion: String

    package init(source: String, environment: String?, started: Timestamp, toolVersion: String) {
      self.source = source
      self.environment = environment
      self.started = started
      self.toolVersion = toolVersion
    }

    package var name: String { environment.map { "\(source)@\($0)" } ?? source }
  }

  package let origin: Origin
  /// The date after the last record was written.
  package let completed: Timestamp
  /// The SHA-256 of the schema.
  package let schemaDigest: String
  /// The record types, sorted by name.
  package let entries: [Entry]

  package var missing: [Entry] { entries.filter { $0.state == .missing } }

  package var count: Int { entries.reduce(0) { $0 + $1.count } }

  /// The SHA-256 of all records: of the types' names, counts and digests.
  package var digest: String {
    var hash = SHA256()
    for entry in entries { hash.update(data: Array("\(entry.type) \(entry.count) \(entry.digest)\n".utf8)) }
    return hash.finalize().hexadecimal
  }
}

extension BackupManifest {
  /// Returns whether a container has a description.
  static func isDescribed(in database: Database) throws -> Bool {
    try Int.fetchOne(database, sql: "SELECT 1 FROM sqlite_schema WHERE name = '___backup'") != nil
  }

  /// Reads the description in a container; `nil` if the container is not a backup.
  /// - Throws: `BackupError` for a later version or an incomplete description.
  init?(in database: Database, path: String) throws {
    guard try Self.isDescribed(in: database) else { return nil }
    let rows = try Row.fetchAll(database, sql: "SELECT key, value FROM \"___backup\"")
    // In a damaged file, any value can be of another type.
    let pairs = rows.compactMap { row in String.fromDatabaseValue(row[0]).map { ($0, row[1] as DatabaseValue) } }
    let values = Dictionary(pairs) { first, _ in first }
    func text(_ key: String) -> String? { values[key].flatMap(String.fromDatabaseValue) }
    func date(_ key: String) -> Timestamp? { text(key).flatMap(Timestamp.init(iso8601:)) }
    guard let format = values["format"].flatMap(Int.fromDatabaseValue) else {
      throw BackupError(path, .incompleteDescription)
    }
    if format > Self.formatVersion { throw BackupError(path, .newerFormat(format)) }
    guard let source = text("source"), let tool = text("toolVersion"), let schema = text("schemaDigest"),
      let started = date("started"), let completed = date("completed")
    else { throw BackupError(path, .incompleteDescription) }
    origin = Origin(source: source, environment: text("environment"), started: started, toolVersion: tool)
    self.completed = completed
    schemaDigest = schema
    entries = try Row.fetchAll(
      database, sql: "SELECT type, count, digest, state, reason FROM \"___backupTypes\" ORDER BY type"
    ).map { (row: Row) throws -> Entry in
      guard let type = String.fromDatabaseValue(row[0]), let count = Int.fromDatabaseValue(row[1]),
        let digest = String.fromDatabaseValue(row[2]),
        let state = String.fromDatabaseValue(row[3]).flatMap(State.init(rawValue:))
      else { throw BackupError(path, .incompleteDescription) }
      return Entry(type: type, count: count, digest: digest, state: state, reason: String.fromDatabaseValue(row[4]))
    }
  }

  /// Computes the digests of a container's records.
  /// - Parameter incomplete: the state and the reason of each type that is not complete.
  init(
    of layout: ContainerLayout, _ origin: Origin, incomplete: [RecordType.Name: (state: State, reason: String)],
    completed: () -> Timestamp, in database: Database
  ) throws {
    entries = try layout.tables.sorted { $0.type.name < $1.type.name }.map { table in
      let digest = try RecordDigest(of: table, in: database)
      let state = incomplete[table.type.name]
      return Entry(
        type: table.type.name, count: digest.count, digest: digest.digest, state: state?.state ?? .complete,
        reason: state?.reason)
    }
    self.origin = origin
    schemaDigest = SHA256.hash(data: Array(layout.schema.text().utf8)).hexadecimal
    self.completed = completed()
  }

  /// Writes the description to a container, replacing an earlier one.
  func write(to database: Database) throws {
    try Self.remove(from: database)
    try database.execute(
      sql: """
        CREATE TABLE "___backup" (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
        CREATE TABLE "___backupTypes" (type TEXT PRIMARY KEY, count INTEGER NOT NULL, digest TEXT NOT NULL,
          state TEXT NOT NULL, reason TEXT) WITHOUT ROWID;
        """)
    let values: [(String, (any DatabaseValueConvertible)?)] = [
      ("format", Self.formatVersion), ("source", origin.source), ("environment", origin.environment),
      ("started", origin.started.description), ("completed", completed.description),
      ("toolVersion", origin.toolVersion), ("schemaDigest", schemaDigest), ("digest", digest),
    ]
    for (key, value) in values {
      guard let value else { continue }
      try database.execute(sql: "INSERT INTO \"___backup\" (key, value) VALUES (?, ?)", arguments: [key, value])
    }
    for entry in entries {
      try database.execute(
        sql: "INSERT INTO \"___backupTypes\" (type, count, digest, state, reason) VALUES (?, ?, ?, ?, ?)",
        arguments: [entry.type, entry.count, entry.digest, entry.state.rawValue, entry.reason])
    }
  }

  /// Removes the description, so that the container is not a backup.
  static func remove(from database: Database) throws {
    try database.execute(sql: "DROP TABLE IF EXISTS \"___backup\"; DROP TABLE IF EXISTS \"___backupTypes\"")
  }
}
