package import CloudKitRecords
package import CloudKitSchema
import GRDB
import SystemCalls

package import struct CloudKitRecords.Cursor
package import struct CloudKitRecords.Record

/// A container in one SQLite file that enforces its schema as CloudKit does.
///
/// The file is ordinary SQL: one table per record type and one column per field, each with the name from the schema.
/// Users can edit it with SQL; triggers keep derived tables consistent with the records.
package struct LocalContainer: RecordStore {
  package let schema: Schema
  let file: ContainerFile
  let queue: DatabaseQueue
  /// The connection for reading. For files it is a second connection, so that a run reads while it writes. It is not a
  /// `DatabasePool`, because a pool writes to every file it opens, even to an up-to-date container or another program's
  /// database.
  let reading: DatabaseQueue
  var user: RecordName?
  /// The time of creations and modifications; `nil` for the current time.
  var time: Timestamp?
  let now: (@Sendable () -> Timestamp)?
  /// Whether queries without a filter need no index.
  package private(set) var listsAllTypes = false
  let layout: ContainerLayout
  private let rules: RecordRules
  private var path: String { file.path }

  init(
    _ queue: DatabaseQueue, reading: DatabaseQueue? = nil, file: ContainerFile, schema: Schema, user: RecordName?,
    now: (@Sendable () -> Timestamp)?
  ) {
    self.queue = queue
    self.reading = reading ?? queue
    self.file = file
    self.schema = schema
    self.user = user
    self.now = now
    layout = ContainerLayout(schema)
    rules = RecordRules(schema)
  }

  /// Opens a container for writing, creating a missing container and adding what its schema lacks.
  /// - Parameters:
  ///   - user: The user who creates and modifies records.
  ///   - now: The clock for the dates of creations and modifications.
  ///   - patience: Seconds to wait for another program that is writing, on opening and in every request.
  /// - Throws: `.losesData` if the schema lacks a type or field of the container. On any failure an existing container
  ///   stays unchanged and a missing container is not created.
  package static func open(
    _ path: String, schema: Schema, user: RecordName? = nil, patience: Double = 5,
    now: @escaping @Sendable () -> Timestamp
  ) throws(LocalContainerError) -> LocalContainer {
    let file = ContainerFile(path: path, patience: patience)
    let (queue, reading) = try file.open(schema)
    return LocalContainer(queue, reading: reading, file: file, schema: schema, user: user, now: now)
  }

  /// Opens a container for reading, with its stored schema. The container is neither created nor changed, and `modify`
  /// throws.
  /// - Parameter cache: The size of the page cache in megabytes. Reading records in order needs little.
  package static func openForReading(
    _ path: String, patience: Double = 5, cache: Int = 32
  ) throws(LocalContainerError) -> LocalContainer {
    let file = ContainerFile(path: path, patience: patience)
    let (queue, schema) = try file.openForReading(cache: cache)
    return LocalContainer(queue, file: file, schema: schema, user: nil, now: nil)
  }

  /// Throws if SQLite finds damage in a container's file, which it reads completely. The container is neither created
  /// nor changed.
  package static func check(_ path: String) throws(LocalContainerError) {
    let container = try openForReading(path)
    do {
      let damage = try container.queue.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
      guard damage == "ok" else { throw LocalContainerError(path, .damaged(damage ?? "no result")) }
    } catch {
      throw container.file.failure(error, isWriting: false)
    }
  }

  /// Returns whether a file exists that is not empty. A process that was killed while it created a container can leave
  /// an empty file, or one with a journal that empties it.
  package static func exists(_ path: String) -> Bool {
    guard FileStatus(path).map({ !$0.isRegular || $0.size > 0 }) ?? false else { return false }
    guard FileStatus("\(path)-journal") != nil else { return true }
    do throws(LocalContainerError) { _ = try openForReading(path) } catch {
      if case .missing = error.cause { return false }
    }
    return true
  }

  /// Returns the folder in which a new container would be created: that of the file that a link leads to.
  package static func folder(of path: String) -> String { ContainerFile.folder(of: path) }

  /// Creates a container in memory that lasts as long as the value.
  package static func inMemory(
    schema: Schema, user: RecordName? = nil, now: @escaping @Sendable () -> Timestamp
  ) throws(LocalContainerError) -> LocalContainer {
    let file = ContainerFile(path: ":memory:", patience: 0)
    return LocalContainer(try file.openInMemory(schema), file: file, schema: schema, user: user, now: now)
  }

  /// The same container, whose records can be listed even if their type has no index that CloudKit would need.
  package var listingAllTypes: LocalContainer {
    var container = self
    container.listsAllTypes = true
    return container
  }

  package func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
    let isListing = listsAllTypes && query.filters.isEmpty && query.sorts.isEmpty
    let known = isListing ? schema.recordType(named: query.recordType) : nil
    let type = if let known { known } else { try QueryRules(schema).check(query) }
    let page = try PageQuery(query, table: table(of: type))
    return try await read { try page.page(after: cursor, in: $0) }
  }

  package func lookup(
    _ names: [RecordName], desiredFields: [String]?
  ) async throws(RecordStoreError) -> [RecordName: Record] {
    try await read { database in
      var records = [RecordName: Record](minimumCapacity: names.count)
      let locator = RecordLocator(layout, in: database)
      var missing = Set(names)
      for table in layout.tables where !missing.isEmpty {
        let reader = table.reader(of: desiredFields)
        try locator.forEachRow(of: table, columns: reader.columns, named: missing) { name, row in
          missing.remove(name)
          records[name] = try reader.record(row)
        }
      }
      return records
    }
  }

  package func modify(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult] {
    guard let now else {
      throw .unavailable(reason: "cannot write container '\(path)': it was opened to be read")
    }
    let request = try CheckedRequest(operations, by: user, at: time, rules: rules)
    if Task.isCancelled { throw .stopped }
    do {
      // A separate task is not cancelled with the caller, which would not learn what was written.
      return try await Task { [queue, layout, rules] in
        try await queue.writeWithoutTransaction { try request.apply(layout, rules, now: now, in: $0) }
      }.value
    } catch { throw RecordStoreError(error, path: path) }
  }

  package func recordCount(of types: [RecordType.Name]) async throws(RecordStoreError) -> Int {
    let tables = types.compactMap { layout.index(of: $0).map { layout.tables[$0] } }
    return try await read { database in
      try tables.reduce(0) { sum, table in
        sum + (try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table.table)") ?? 0)
      }
    }
  }

  package func count(_ type: RecordType.Name, by field: String) async throws(RecordStoreError) -> [FieldValue: Int] {
    try await counts(of: type, by: field, byCreator: false).mapValues(\.records)
  }

  package func countByCreator(
    _ type: RecordType.Name, by field: String
  ) async throws(RecordStoreError) -> [FieldValue: CreatorCount] {
    try await counts(of: type, by: field, byCreator: true)
  }

  private func counts(
    of type: RecordType.Name, by field: String, byCreator: Bool
  ) async throws(RecordStoreError) -> [FieldValue: CreatorCount] {
    let table = table(of: try QueryRules(schema).check(Query(type)))
    // As in query results, the fields do not include system fields.
    guard let index = table.columnIndex[field] else { return [:] }
    return try await read { try table.counts(by: table.columns[index], byCreator: byCreator, in: $0) }
  }

  private func table(of type: RecordType) -> TableLayout {
    layout.index(of: type.name).map { layout.tables[$0] } ?? TableLayout(type)
  }

  /// Runs `body` on one consistent state of the container.
  private func read<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws(RecordStoreError) -> Value {
    do {
      return try await reading.read { try body($0) }
    } catch { throw RecordStoreError(error, path: path) }
  }
}
