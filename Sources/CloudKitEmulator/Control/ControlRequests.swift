import CloudKitRecords
import Foundation

extension RequestDispatcher {
  /// A control action of the emulator.
  private enum Action: String {
    case reset, snapshot, restore, faults, requests, deploy
  }

  private struct FaultsBody: Codable {
    let faults: [String: Double]
  }

  private struct DeployBody: Codable {
    let container: String
  }

  private struct RequestsBody: Codable {
    let requests: [LoggedRequest]
  }

  /// Performs a control action.
  func control(_ name: String, _ request: ServerRequest) async throws -> Answer {
    guard let action = Action(rawValue: name) else {
      throw Refusal(.notFound, "unknown control request '\(name.prefix(20))'")
    }
    // Web pages can send requests to this address; browsers then add the `Origin` header.
    guard request.header("origin") == nil else {
      throw Refusal(.accessDenied, "control requests cannot come from web pages")
    }
    let isRead = request.method == "GET" && (action == .faults || action == .requests)
    guard isRead || request.method == "POST" else { throw Refusal(.badRequest, "\(name) requires POST", status: 405) }
    do {
      switch action {
      case .reset: try await reset()
      case .snapshot: try await keepSnapshot()
      case .restore: try await restoreSnapshot()
      case .faults: return try faults(request)
      case .deploy:
        guard let body = try? JSONDecoder().decode(DeployBody.self, from: Data(request.body)) else {
          throw Refusal(.badRequest, #"a deployment is {"container":"iCloud.…"}"#)
        }
        try await deployInConsole(body.container)
      case .requests:
        defer { if !isRead { requests.clear() } }
        return try Self.answer(RequestsBody(requests: requests.requests))
      }
    } catch let error as RecordStoreError {
      throw Refusal(error)
    }
    return Answer(body: Array("{}".utf8))
  }

  private func reset() async throws(RecordStoreError) {
    for database in databases.all { try await database.reset() }
    assets.restart()
    throttle?.restart()
    management?.restart()
    faults.restart()
    requests.clear()
  }

  private func keepSnapshot() async throws(RecordStoreError) {
    for database in databases.all { try await database.keepSnapshot() }
    assets.keepSnapshot()
  }

  private func restoreSnapshot() async throws(RecordStoreError) {
    for database in databases.all { try await database.restoreSnapshot() }
    assets.restoreSnapshot()
  }

  private func faults(_ request: ServerRequest) throws -> Answer {
    if request.method == "POST" {
      guard let body = try? JSONDecoder().decode(FaultsBody.self, from: Data(request.body)) else {
        throw Refusal(.badRequest, #"faults are set by {"faults":{"kind":probability}}"#)
      }
      var probabilities: [FaultKind: Double] = [:]
      for (name, probability) in body.faults {
        guard let kind = FaultKind(rawValue: name), (0...1).contains(probability) else {
          throw Refusal(.badRequest, "'\(name.prefix(20))' is no kind of fault, or its probability is not 0 to 1")
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
}
