import FeedHealth
import Foundation
import GRDB
import GRDBSQLite

/// The SQLite file of a history: its application ID and tables.
enum HistoryFile {
  /// The `PRAGMA application_id` of a history, "CelH" in ASCII.
  private static let applicationID = 0x4365_6C48
  private static let formatVersion = 1

  /// Rows of `probe` are added and never changed. `feed` references each feed's last probe and stores the feed's latest
  /// own metadata, how the catalog was last seen, and the end of the last certificate.
  private static let tables = """
    CREATE TABLE feed (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, last INTEGER,
      site_url TEXT, image_url TEXT, language TEXT, subtitle TEXT, title TEXT,
      title_hashes BLOB, former_title TEXT, renamed_at INTEGER, accepts_another INTEGER,
      state TEXT, catalog_title TEXT, catalog_url TEXT, certificate_end INTEGER,
      robots_unreadable_since INTEGER, failing_since INTEGER);
    CREATE TABLE run (
      id INTEGER PRIMARY KEY, at INTEGER NOT NULL, probes INTEGER NOT NULL DEFAULT 0, finished INTEGER NOT NULL DEFAULT 0,
      seconds REAL);
    CREATE TABLE run_total (
      run INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, feeds INTEGER NOT NULL,
      PRIMARY KEY (run, kind, name)) WITHOUT ROWID;
    CREATE TABLE probe (
      id INTEGER PRIMARY KEY, feed INTEGER NOT NULL, run INTEGER NOT NULL, at INTEGER NOT NULL,
      verdict TEXT NOT NULL, level TEXT NOT NULL, found_up INTEGER, up INTEGER, since INTEGER NOT NULL,
      up_ms INTEGER NOT NULL, known_ms INTEGER NOT NULL, status INTEGER, detail TEXT NOT NULL, seconds REAL NOT NULL,
      moved_to TEXT, moved_since INTEGER, moved_matches INTEGER NOT NULL,
      gone_status INTEGER, gone_since INTEGER, gone_count INTEGER NOT NULL,
      read_at INTEGER, items INTEGER, newest INTEGER, item_hashes BLOB);
    CREATE TABLE pause (host TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
    """

  /// Tables and indexes that the first histories of this version do not have. The index of `probe` replaces one of feed
  /// and time and counts a feed's results without reading its probes.
  private static let additions = """
    \(ChangeLog.table)
    \(NumberLog.tables)
    CREATE TABLE IF NOT EXISTS robots (origin TEXT PRIMARY KEY, at INTEGER NOT NULL, rules TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS dismissal (
      feed INTEGER NOT NULL, proposal TEXT NOT NULL, PRIMARY KEY (feed, proposal)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS probe_results ON probe (feed, at, found_up);
    DROP INDEX IF EXISTS probe_by_feed;
    """

  /// Opens a history and creates it if it is missing.
  static func open(_ path: String) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: path, configuration: configuration())
    try queue.writeWithoutTransaction { database in
      try database.inTransaction(.immediate) {
        if try isNew(database, path) {
          try database.execute(
            sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(formatVersion);" + tables)
        } else {
          try addColumns(to: database)
        }
        try database.execute(sql: additions)
        return .commit
      }
      _ = try? String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
    }
    return queue
  }

  /// Columns of `feed` that histories of earlier programs lack. Reading works without them, and earlier programs can
  /// read and write a history that has them.
  private static let laterColumns: KeyValuePairs = [
    "title": "TEXT", "title_hashes": "BLOB", "former_title": "TEXT", "renamed_at": "INTEGER",
    "accepts_another": "INTEGER", "certificate_end": "INTEGER",
    "robots_unreadable_since": "INTEGER", "failing_since": "INTEGER",
  ]

  private static func addColumns(to database: Database) throws {
    try add(Array(laterColumns) + Array(ChangeLog.columns), to: "feed", database)
    try add([("seconds", "REAL")], to: "run", database)
  }

  private static func add(
    _ columns: [(key: String, value: String)], to table: String, _ database: Database
  ) throws {
    let present = Set(try database.columns(in: table).map(\.name))
    for (name, type) in columns where !present.contains(name) {
      try database.execute(sql: "ALTER TABLE \(table) ADD COLUMN \(name) \(type)")
    }
  }

  /// Opens a history for reading; returns `nil` if it is missing.
  static func openForReading(_ path: String) throws -> DatabaseQueue? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let queue = try DatabaseQueue(path: path, configuration: configuration())
    return try queue.read { try isNew($0, path) } ? nil : queue
  }

  private static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      // Apple's SQLite otherwise keeps the files beside a history after its last connection closes.
      var isPersistent: CInt = 0
      sqlite3_file_control(database.sqliteConnection, nil, SQLITE_FCNTL_PERSIST_WAL, &isPersistent)
      try database.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384;")
    }
    return configuration
  }

  private static func isNew(_ database: Database, _ path: String) throws -> Bool {
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if application == 0, version == 0, try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0 {
      return true
    }
    guard application == applicationID else {
      throw ProbeHistoryError(
        "'\(path)' is an SQLite file but not a history of probes; name another with --history")
    }
    guard version == formatVersion else {
      throw ProbeHistoryError(
        "history '\(path)' has version \(version), and this program supports \(formatVersion); use a newer program")
    }
    return false
  }
}
