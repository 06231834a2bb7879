import CloudKitRecords
import CloudKitSchema
import Synchronization

/// The schemas of the managed containers: an accepted one per environment, and the one that exports show so far.
final class ManagedSchemas: Sendable {
  private struct Environment {
    /// The schema after every accepted change.
    var accepted: Schema
    /// The schemas in the order of their changes, each with the time from which exports show it.
    var visible: [(from: Timestamp, schema: Schema)]
  }

  private let initial: @Sendable (DatabaseID) -> Schema?
  private let state = Mutex<[DatabaseID: Environment]>([:])

  init(initial: @escaping @Sendable (DatabaseID) -> Schema?) { self.initial = initial }

  /// Returns the schema that exports show; `nil` if the database is not served.
  func visible(_ id: DatabaseID, at now: Timestamp) -> Schema? {
    environment(id)?.visible.last { $0.from <= now }?.schema
  }

  /// Returns the schema after every accepted change; `nil` if the database is not served.
  func accepted(_ id: DatabaseID) -> Schema? { environment(id)?.accepted }

  /// Replaces a schema.
  /// - Parameter from: the time from which exports show it.
  func replace(_ id: DatabaseID, by schema: Schema, from: Timestamp) {
    state.withLock { state in
      state[id]?.accepted = schema
      state[id]?.visible.append((from, schema))
    }
  }

  /// Forgets every change.
  func restart() { state.withLock { $0 = [:] } }

  private func environment(_ id: DatabaseID) -> Environment? {
    state.withLock { state in
      if let known = state[id] { return known }
      guard let schema = initial(id)?.withSystemParts(over: Schema()) else { return nil }
      let environment = Environment(accepted: schema, visible: [(Timestamp(milliseconds: .min), schema)])
      state[id] = environment
      return environment
    }
  }
}
