package import CloudKitRecords
import Synchronization

/// Opens the store of a database; `nil` where there is no such container.
package typealias DatabaseOpening =
  @Sendable (DatabaseID) async throws(RecordStoreError) -> (any RecordDatabase)?

/// The databases that have been asked for.
final class DatabaseRegistry: Sendable {
  /// Databases at once: who holds a key cannot fill the memory by naming containers.
  static let capacity = 64

  private let open: DatabaseOpening
  private let lag: Duration
  private let keepsBeginning: Bool
  private let now: @Sendable () -> Timestamp
  private let databases = Mutex<[DatabaseID: EmulatedDatabase]>([:])
  private let exclusion = Exclusion()

  init(
    lag: Duration, keepsBeginning: Bool, now: @escaping @Sendable () -> Timestamp, open: @escaping DatabaseOpening
  ) {
    self.open = open
    self.lag = lag
    self.keepsBeginning = keepsBeginning
    self.now = now
  }

  /// A database; `nil` where there is no such container.
  func database(_ id: DatabaseID) async throws(RecordStoreError) -> EmulatedDatabase? {
    if let database = databases.withLock({ $0[id] }) { return database }
    return try await exclusion { () async throws(RecordStoreError) -> EmulatedDatabase? in
      let (known, count) = databases.withLock { ($0[id], $0.count) }
      if let known { return known }
      guard count < Self.capacity else {
        throw .unavailable(reason: "the emulator holds \(Self.capacity) databases, and opens no more")
      }
      guard let store = try await open(id) else { return nil }
      let database = try await EmulatedDatabase(id, store, lag: lag, keepsBeginning: keepsBeginning, now: now)
      databases.withLock { $0[id] = database }
      return database
    }
  }

  /// All that have been asked for.
  var all: [EmulatedDatabase] { databases.withLock { Array($0.values) } }
}
