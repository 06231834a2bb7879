import CloudKitRecords
import CloudKitWire
import JSON

/// The context of one operation: a database and a user.
struct OperationContext: Sendable {
  let dispatcher: RequestDispatcher
  let id: DatabaseID
  let database: EmulatedDatabase
  let user: User
  let request: ServerRequest

  var schema: PreparedSchema { database.schema }

  /// How strictly to read values.
  var tolerance: ValueDialect { dispatcher.configuration.isLenientAboutTypes ? .lenientWire : .wire }

  /// Whether writing creates missing types and fields.
  var growsSchema: Bool { dispatcher.configuration.growsDevelopmentSchema && id.environment == .development }

  /// Answers the operation that a path names.
  func answer(_ name: String, scope: String, faults: inout RequestFaults) async throws -> Answer {
    switch scope {
    case "public": break
    // A server-to-server key has no private or shared database (reported from live use).
    case "private", "shared": throw Refusal.needsUser("the \(scope) database")
    default: throw Refusal(.badRequest, "unknown database '\(scope.prefix(20))'")
    }
    guard let operation = KnownOperation(rawValue: name) else { throw Refusal.unsupported(name) }
    guard request.method == "POST" || operation.takesGET && request.method == "GET" else {
      throw Refusal(.badRequest, "\(name) requires POST", status: 405)
    }
    do {
      return try await answer(operation, RequestBody(request.body), faults: &faults)
    } catch let error as RecordStoreError {
      throw Refusal(error)
    }
  }

  private func answer(
    _ operation: KnownOperation, _ body: RequestBody, faults: inout RequestFaults
  ) async throws -> Answer {
    switch operation {
    case .recordsQuery: try await query(body)
    case .recordsLookup: try await lookup(body)
    case .recordsModify: try await modify(body, faults: &faults)
    case .zonesList: listedZones
    case .zonesLookup: try lookedUpZones(body)
    case .assetsUpload: try await allowUploads(body, faults: &faults)
    // Apple has been seen to answer 421 to a server-to-server key. The emulator returns the user's record name.
    case .usersCaller, .usersCurrent: Answer { $0.member("userRecordName", user.recordName.rawValue) }
    }
  }
}

struct RequestBody {
  let object: JSONObject
  private let bytes: [UInt8]

  /// - Throws: Apple's error for a body that is not JSON or not an object.
  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    do {
      guard let object = try JSONValue(strict: bytes.isEmpty ? Array("{}".utf8) : bytes).object else {
        throw RecordStoreError.unexpected
      }
      self.object = object
    } catch let error as JSONSyntaxError {
      throw RecordStoreError.badRequest(reason: "BadRequestException: \(error)")
    }
  }

  /// Returns the error for an unknown word, with the word's position.
  func unexpected(_ word: String) -> RecordStoreError {
    // The client chooses the word, and searching for a long one would be slow.
    guard word.utf8.count <= 100, let place = bytes.firstRange(of: JSONWriter.document { $0.string(word) }) else {
      return .unexpected
    }
    let before = bytes[..<place.upperBound]
    let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    let column = place.upperBound - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
    return .badRequest(reason: "\(RecordStoreError.unexpected) at [line: \(line), column: \(column)]")
  }
}
