import CloudKitRecords
import CloudKitSchema
import Foundation
import GRDB
import SQLiteStore

/// Calls `body` with the path of a folder that is gone afterwards.
func withFolder(_ body: (String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder.path)
}

extension LocalContainer {
  /// A container whose clock stands still, and which waits for nobody.
  static func open(_ path: String, _ schema: Schema, patience: Double = 0) throws(LocalContainerError) -> LocalContainer
  {
    try open(path, schema: schema, patience: patience, now: { Timestamp(milliseconds: 1) })
  }
}

/// A container's file as anybody else sees it.
func database(_ path: String) throws -> DatabaseQueue {
  var configuration = Configuration()
  configuration.allowsUnsafeTransactions = true
  return try DatabaseQueue(path: path, configuration: configuration)
}

extension Schema {
  /// A schema of one type, with fields of these names and types.
  static func notes(_ fields: [Field], grants: [Grant] = []) -> Schema {
    let name = Field(name: "___recordID", type: FieldType(.reference), indexes: .queryable)
    return Schema(recordTypes: [RecordType(name: "Note", fields: [name] + fields, grants: grants)])
  }
}
