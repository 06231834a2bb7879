import CloudKitRecords
import CloudKitWire
import JSON

/// One operation on one database by one user.
struct OperationContext: Sendable {
  let dispatcher: RequestDispatcher
  let id: DatabaseID
  let database: EmulatedDatabase
  let user: User
  let request: ServerRequest

  /// The schema as it is now.
  var schema: PreparedSchema { database.schema }

  /// How strictly values are read.
  var tolerance: WireField.Tolerance { dispatcher.configuration.isLenientAboutTypes ? .lenient : .strict }

  /// Whether writing makes the types and fields that are not there.
  var growsSchema: Bool { dispatcher.configuration.growsDevelopmentSchema && id.environment == .development }

  /// The answer to the operation a path names.
  func answer(_ name: String, scope: String, faults: inout RequestFaults) async throws -> Answer {
    guard let operation = KnownOperation(rawValue: name) else {
      throw Refusal(.notFound, "there is no operation '\(name.prefix(60))'")
    }
    guard request.method == "POST" || operation.takesGET && request.method == "GET" else {
      throw Refusal(.badRequest, "\(name) wants POST", status: 405)
    }
    switch scope {
    case "public": break
    // A server-to-server key has no private or shared database (reported from live use).
    case "private", "shared": throw Refusal.needsUser("the \(scope) database")
    default: throw Refusal(.badRequest, "there is no database '\(scope.prefix(20))'")
    }
    if let refusal = operation.refusal { throw refusal }
    do {
      return try await answer(operation, RequestBody(request.body), faults: &faults)
    } catch let error as RequestError {
      throw Refusal(error)
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
    case .zonesList: Answer(body: ZonesAnswer([.zone(.publicDefault, syncToken: nil)], syncToken: "AQAAAAAAAAAA").body)
    case .zonesLookup: Answer(body: try zonesLookup(body))
    case .assetsUpload: Answer(body: try await allowUploads(body))
    // Apple has been seen to answer 421 here to a server-to-server key. The emulator says the user's record name.
    default: Answer(body: UserAnswer(userRecordName: user.recordName).body)
    }
  }

  private func zonesLookup(_ body: RequestBody) throws -> [UInt8] {
    let items = try ZonesLookupRequest(body.object).zones.map { zone in
      zone.name == WireZone.default.name
        ? ZonesAnswer.Item.zone(.publicDefault, syncToken: nil)
        : .failed(zone, ServerError(.zoneNotFound, "Zone not found"))
    }
    return ZonesAnswer(items, syncToken: nil).body
  }

  /// Refuses every zone but the default one: the public database has no other.
  func check(_ zone: WireZone?) throws {
    guard zone == nil || zone?.name == WireZone.default.name else { throw Refusal(.zoneNotFound, "Zone not found") }
  }
}

extension WireZone {
  /// The default zone as answers show it.
  static let publicDefault = WireZone(name: "_defaultZone", owner: "_defaultOwner", type: "DEFAULT_ZONE")
}

/// A request's JSON object.
struct RequestBody {
  let object: JSONObject
  private let bytes: [UInt8]

  /// - Throws: what Apple answers to what is not JSON, or not an object.
  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    do {
      guard let object = try JSONValue(strict: bytes.isEmpty ? Array("{}".utf8) : bytes).object else {
        throw RequestError.unexpected
      }
      self.object = object
    } catch let error as JSONSyntaxError {
      throw Refusal(.badRequest, "BadRequestException: \(error)")
    }
  }

  /// A word that nothing knows, and where it stands.
  func unexpected(_ word: String) -> Refusal {
    // The word is the client's: a long one would be slow to find.
    guard word.utf8.count <= 100, let place = bytes.firstRange(of: JSONWriter.document { $0.string(word) }) else {
      return Refusal(RequestError.unexpected)
    }
    let before = bytes[..<place.upperBound]
    let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    let column = place.upperBound - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
    return Refusal(.badRequest, "\(RequestError.unexpected.reason) at [line: \(line), column: \(column)]")
  }
}
