import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import Diagnostics
import Foundation

extension RequestDispatcher {
  private enum Action: String {
    case reset, faults, requests, schema
  }

  private struct FaultsBody: Codable {
    let faults: [String: Double]
  }

  private struct RequestsBody: Codable {
    let requests: [LoggedRequest]
  }

  /// Performs a control action.
  /// - Parameter path: The action, and for `schema` the container and the environment.
  func control(_ path: [String], _ request: ServerRequest) async throws -> Answer {
    guard let action = Action(rawValue: path[0]), path.count == (action == .schema ? 3 : 1) else {
      throw Refusal(.notFound, "unknown control request '\(path.joined(separator: "/").prefix(20))'")
    }
    // Web pages can send requests to this address; browsers then add the `Origin` header.
    guard request.header("origin") == nil else {
      throw Refusal(.accessDenied, "control requests cannot come from web pages")
    }
    let isRead = request.method == "GET" && (action == .faults || action == .requests)
    guard isRead || request.method == "POST" else {
      throw Refusal(.badRequest, "\(action.rawValue) requires POST", status: 405)
    }
    do {
      switch action {
      case .reset: try await reset()
      case .faults: return try faults(request)
      case .requests:
        defer { if !isRead { requests.clear() } }
        return try Self.answer(RequestsBody(requests: requests.requests))
      case .schema: try await adopt(request.body, for: path[1], path[2])
      }
    } catch let error as RecordStoreError {
      throw Refusal(error)
    }
    return Answer(body: Array("{}".utf8))
  }

  private func reset() async throws(RecordStoreError) {
    for database in databases.all { try await database.reset() }
    uploads.restart()
    throttle?.restart()
    faults.restart()
    requests.clear()
  }

  private func faults(_ request: ServerRequest) throws -> Answer {
    if request.method == "POST" {
      guard let body = try? JSONDecoder().decode(FaultsBody.self, from: Data(request.body)) else {
        throw Refusal(.badRequest, #"faults are set by {"faults":{"kind":probability}}"#)
      }
      var probabilities: [FaultKind: Double] = [:]
      for (name, probability) in body.faults {
        guard let kind = FaultKind(rawValue: name), (0...1).contains(probability) else {
          throw Refusal(.badRequest, "unknown fault '\(name.prefix(20))', or a probability outside 0…1")
        }
        probabilities[kind] = probability
      }
      faults.probabilities = probabilities
    }
    let named = faults.probabilities.map { ($0.key.rawValue, $0.value) }
    return try Self.answer(FaultsBody(faults: Dictionary(uniqueKeysWithValues: named)))
  }

  private static func answer(_ body: some Encodable) throws -> Answer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Answer(body: Array(try encoder.encode(body)))
  }

  /// Replaces the schema of a database, as an import or a deployment of CloudKit Console does.
  private func adopt(_ text: [UInt8], for container: String, _ environment: String) async throws {
    let file = SchemaFile(SourceText(name: "schema", bytes: text))
    if let mistake = file.syntaxDiagnostics.first(where: { $0.severity == .error }) {
      throw Refusal(.badRequest, "this is not a schema: \(mistake.message)")
    }
    guard let environment = ContainerEnvironment(rawValue: environment),
      let database = try await databases.database(DatabaseID(container: container, environment: environment))
    else { throw Refusal(.notFound, "the emulator serves no such database") }
    try await database.adopt(Schema(file))
  }
}

extension EmulatedDatabase {
  /// Makes a schema the one that requests are checked against. The store keeps what the schema does not declare.
  fileprivate func adopt(_ schema: Schema) async throws(RecordStoreError) {
    try await grow(to: schema.keeping(storedSchema))
    enforce(schema)
  }
}

extension Schema {
  /// Returns the schema with the record types and fields that only an earlier one declares.
  fileprivate func keeping(_ earlier: Schema) -> Schema {
    var schema = self
    for old in earlier.recordTypes {
      guard let index = schema.recordTypes.firstIndex(where: { $0.name == old.name }) else {
        schema.recordTypes.append(old)
        continue
      }
      let names = Set(schema.recordTypes[index].fields.map(\.name))
      schema.recordTypes[index].fields += old.fields.filter { !names.contains($0.name) }
    }
    return schema
  }
}
