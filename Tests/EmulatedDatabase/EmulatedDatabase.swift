import CloudKitEmulator
package import CloudKitRecords
package import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import Crypto
import Foundation
import SQLiteStore

/// Our client, over a real socket, of our emulator.
package enum EmulatedDatabase {
  /// Calls `body` with an empty store of a schema, whose clock stands at a time.
  /// - Parameters:
  ///   - roles: the roles of the client's key.
  ///   - body: returns its result before the emulator ends.
  package static func with<Result: Sendable>(
    _ schema: Schema, at time: Timestamp, roles: Set<String> = [], _ body: (any RecordStore) async throws -> Result
  ) async throws -> Result {
    let key = try ServerToServerKey(id: "tester", pem: P256.Signing.PrivateKey().pemRepresentation)
    var configuration = EmulatorConfiguration()
    configuration.keys = [RegisteredKey(id: key.id, key.verificationKey, roles: roles)]
    let emulator = Emulator(
      configuration, now: { time },
      open: { _ throws(RecordStoreError) in
        do { return OpenedDatabase(try LocalContainer.inMemory(schema: schema, now: { time })) } catch {
          throw .unavailable(reason: "\(error)")
        }
      })
    return try await withThrowingTaskGroup(of: Void.self) { group in
      let (ports, ready) = AsyncStream.makeStream(of: Int.self)
      group.addTask {
        defer { ready.finish() }
        try await emulator.run { ready.yield($0) }
      }
      guard let port = await ports.first(where: { _ in true }) else {
        try await group.waitForAll()
        throw CancellationError()
      }
      let address = ContainerAddress(
        container: "iCloud.org.example.celestra", environment: .development, baseURL: "http://127.0.0.1:\(port)")
      var clock = RunClock.system
      clock.date = { time.date }
      let result = try await body(
        CloudKitDatabase(address, key: key, schema: schema, maxRequestsPerSecond: 100_000, clock: clock))
      group.cancelAll()
      return result
    }
  }
}
