package import AssetFiles
package import CloudKitRecords
import Synchronization

/// A function that opens the store of a database; returns `nil` if the container does not exist.
package typealias DatabaseOpening = @Sendable (DatabaseID) async throws(RecordStoreError) -> OpenedDatabase?

package struct OpenedDatabase: Sendable {
  let store: any RecordDatabase
  /// The store's file. Databases with the same file share one store. `nil` for a separate in-memory store.
  let file: String?
  /// The folder of the asset files; `nil` to keep them in memory.
  let assets: AssetFolder?

  package init(_ store: any RecordDatabase, file: String? = nil, assets: AssetFolder? = nil) {
    self.store = store
    self.file = file
    self.assets = assets
  }
}

final class DatabaseRegistry: Sendable {
  /// Maximum number of open databases, so that a client with a key cannot exhaust memory by naming containers.
  static let capacity = 64

  private struct State {
    var databases: [DatabaseID: EmulatedDatabase] = [:]
    var inFiles: [String: EmulatedDatabase] = [:]
    /// All databases, without duplicates.
    var all: [EmulatedDatabase] = []
  }

  private let open: DatabaseOpening
  private let lag: Duration
  private let keepsBeginning: Bool
  private let now: @Sendable () -> Timestamp
  private let state = Mutex(State())
  private let opening = AsyncLock()

  init(
    lag: Duration, keepsBeginning: Bool, now: @escaping @Sendable () -> Timestamp, open: @escaping DatabaseOpening
  ) {
    self.open = open
    self.lag = lag
    self.keepsBeginning = keepsBeginning
    self.now = now
  }

  /// `nil` if the container does not exist.
  func database(_ id: DatabaseID) async throws(RecordStoreError) -> EmulatedDatabase? {
    if let database = state.withLock({ $0.databases[id] }) { return database }
    return try await opening.withLock { () async throws(RecordStoreError) -> EmulatedDatabase? in
      let (known, count) = state.withLock { ($0.databases[id], $0.databases.count) }
      if let known { return known }
      guard count < Self.capacity else {
        throw .badRequest(reason: "the emulator holds \(Self.capacity) databases, and opens no more")
      }
      guard let opened = try await open(id) else { return nil }
      if let file = opened.file, let shared = state.withLock({ $0.inFiles[file] }) {
        state.withLock { $0.databases[id] = shared }
        return shared
      }
      let database = try await EmulatedDatabase(
        opened.store, assets: AssetStorage(opened.assets), lag: lag, keepsBeginning: keepsBeginning, now: now)
      state.withLock { state in
        state.databases[id] = database
        if let file = opened.file { state.inFiles[file] = database }
        state.all.append(database)
      }
      return database
    }
  }

  var all: [EmulatedDatabase] { state.withLock { $0.all } }
}
