import CloudKitRecords
import CloudKitSchema
import EmulatedDatabase
import Foundation
import SQLiteStore

/// Every store there is. A new one is a case here and a line in `with`.
enum StoreUnderTest: String, CaseIterable, Sendable {
  case sqliteInMemory, sqliteOnDisk, clientOfEmulator

  /// Whether the store is CloudKit's protocol: it takes no asset that was not uploaded, and says less about some mistakes.
  var isRemote: Bool { self == .clientOfEmulator }

  /// Calls `body` with an empty store of a schema, whose clock stands at `Self.time`.
  func with(_ schema: Schema, _ body: (any RecordStore) async throws -> Void) async throws {
    switch self {
    case .sqliteInMemory: try await body(LocalContainer.inMemory(schema: schema, user: "tester", now: { Self.time }))
    case .sqliteOnDisk:
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "container.sqlite").path
      try await body(LocalContainer.open(path, schema: schema, user: "tester", now: { Self.time }))
    case .clientOfEmulator: try await EmulatedDatabase.with(schema, at: Self.time, body)
    }
  }

  /// When everything is done.
  static let time = Timestamp(milliseconds: 1_795_255_200_000)
}

extension RecordStore {
  /// Makes records, in as many requests as it takes.
  func create(_ records: [Record]) async throws {
    for start in stride(from: 0, to: records.count, by: RecordLimits.operationsPerRequest) {
      let batch = records[start..<min(start + RecordLimits.operationsPerRequest, records.count)]
      for result in try await modify(batch.map { RecordOperation(.create, $0) }) {
        if let error = result.error { throw error }
      }
    }
  }

  /// The one record of a name.
  func record(_ name: RecordName) async throws -> Record? { try await lookup([name], desiredFields: nil)[name] }

  /// The names of all records a query finds, in order.
  func names(_ query: Query) async throws -> [String] {
    var names: [String] = []
    try await forEachPage(of: query) { page in names += page.map(\.name.rawValue) }
    return names
  }
}

extension RecordError {
  /// The error without what only a local store adds: which field it was.
  var withoutDetail: RecordError {
    guard let end = reason.range(of: ". Field '")?.lowerBound else { return self }
    return RecordError(code, reason[..<end] + ".")
  }
}
