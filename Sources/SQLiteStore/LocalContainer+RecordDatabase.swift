package import CloudKitRecords
package import CloudKitSchema
import GRDB

extension LocalContainer: RecordDatabase {
  package func acting(as user: RecordName, at time: Timestamp) -> any RecordStore {
    var container = self
    container.user = user
    container.time = time
    return container
  }

  package func growing(to schema: Schema) async throws(RecordStoreError) -> any RecordDatabase {
    do {
      try file.migrate(queue, to: schema)
    } catch let error as LocalContainerError {
      switch error.cause {
      case .unstorableSchema(let problem): throw .badRequest(reason: problem)
      case .losesData(let losses): throw .badRequest(reason: losses.joined(separator: "; "))
      default: throw .unavailable(reason: "\(error)")
      }
    } catch {
      throw RecordStoreError(error, path: file.path)
    }
    return LocalContainer(queue, reading: reading, file: file, schema: schema, user: user, now: now)
  }

  package func copy() async throws(RecordStoreError) -> any RecordDatabase { try await copyInMemory() }

  package func snapshot() async throws(RecordStoreError)
    -> @Sendable () async throws(RecordStoreError) ->
    any RecordDatabase
  {
    let kept = try await copyInMemory()
    return { () async throws(RecordStoreError) -> any RecordDatabase in
      try kept.write(to: queue)
      return LocalContainer(queue, reading: reading, file: file, schema: kept.schema, user: user, now: now)
    }
  }

  private func copyInMemory() async throws(RecordStoreError) -> LocalContainer {
    let file = ContainerFile(path: ":memory:", patience: 0)
    do {
      let memory = try DatabaseQueue(configuration: file.configuration(cache: 64))
      try write(to: memory)
      return LocalContainer(memory, file: file, schema: schema, user: user, now: now)
    } catch {
      throw RecordStoreError(error, path: self.file.path)
    }
  }

  private func write(to other: DatabaseQueue) throws(RecordStoreError) {
    do { try queue.backup(to: other) } catch { throw RecordStoreError(error, path: file.path) }
  }
}
