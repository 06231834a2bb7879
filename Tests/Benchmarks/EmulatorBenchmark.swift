import CloudKitEmulator
import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import Crypto
import Diagnostics
import Foundation
import Hummingbird
import Logging
import NIOCore
import SQLiteStore

/// The requests per second of the emulator, relative to a server that only reads and writes JSON.
struct EmulatorBenchmark: Benchmark {
  let name = "emulator"
  let summary = "lookups over 8 connections; peer: Hummingbird echoing the same JSON"

  private static let connections = 8
  private static let rounds = 3
  private static let path = "/database/1/iCloud.bench/development/public/"

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let key = try ServerToServerKey(id: "BENCH", pem: P256.Signing.PrivateKey().pemRepresentation)
    let schema = Schema(SchemaFile(SourceText(name: "bench", text: Self.schema)))
    return [try lookups(key, schema)]
  }

  /// The feed type of schema/celestra.ckdb with the fields of these records.
  private static let schema = """
    DEFINE SCHEMA
    CREATE ROLE Admin;
    RECORD TYPE PublicFeed (
      "___recordID" REFERENCE QUERYABLE, feedURL STRING QUERYABLE, title STRING QUERYABLE SEARCHABLE SORTABLE,
      subtitle STRING, category REFERENCE QUERYABLE, language STRING QUERYABLE, tags LIST<STRING> QUERYABLE,
      isActive INT64 QUERYABLE, qualityScore DOUBLE SORTABLE,
      GRANT READ TO "_world", GRANT READ, CREATE, WRITE TO Admin
    );
    """

  // MARK: Lookups

  private func lookups(_ key: ServerToServerKey, _ schema: Schema) throws -> Figure {
    let store = try LocalContainer.inMemory(schema: schema, now: { Timestamp(Date()) })
    return try LoadedServer.with(Self.emulator(key, store)) { emulator in
      try LoadedServer.with(Self.echo) { echo in
        let fill = try Self.request("records/modify", Self.body(of: GeneratedFeeds.operations(0..<1), schema), key)
        _ = try emulator.rate([fill], times: 1, connections: 1)
        let named = Array(#"{"records":[{"recordName":"feed-0"}]}"#.utf8)
        let lookup = try Self.request("records/lookup", named, key)
        let bare = try Self.request("echo", named, key)
        func rates() throws -> [Double] {
          [
            try emulator.rate([lookup], times: 8_000, connections: Self.connections),
            try echo.rate([bare], times: 8_000, connections: Self.connections),
          ]
        }
        // The first round warms up both servers.
        _ = try rates()
        let medians = try Stopwatch.medians(Self.rounds) { _ in try rates() }
        return .rate(0.2, "lookup", medians[0], floor: medians[1], unit: "requests/s")
      }
    }
  }

  /// A lookup, as the baseline server reads and answers it.
  private struct Echo: Codable, ResponseEncodable {
    struct Name: Codable { let recordName: String }
    let records: [Name]
  }

  private static let echo: @Sendable (@escaping @Sendable (Int) -> Void) async throws -> Void = { ready in
    let router = Router()
    router.post("/**") { request, context in try await request.decode(as: Echo.self, context: context) }
    var application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { ready($0.localAddress?.port ?? 0) })
    application.logger.logLevel = .critical
    try await application.run()
  }

  private static func body(of operations: [RecordOperation], _ schema: Schema) -> [UInt8] {
    let writer = ModifyRequestWriter(FieldTypes(schema))
    return writer.body(of: operations.map(writer.operation))
  }

  // MARK: Requests

  private static func emulator(
    _ key: ServerToServerKey, _ store: LocalContainer
  ) -> @Sendable (@escaping @Sendable (Int) -> Void) async throws -> Void {
    { ready in
      var configuration = EmulatorConfiguration()
      configuration.keys = [RegisteredKey(id: key.id, key.verificationKey, roles: ["Admin"])]
      let emulator = Emulator(configuration, now: { Timestamp(Date()) }, open: { _ in OpenedDatabase(store) })
      try await emulator.run { ready($0) }
    }
  }

  private static func request(_ operation: String, _ body: [UInt8], _ key: ServerToServerKey) throws -> [UInt8] {
    let date = Date.now.formatted(Date.ISO8601FormatStyle())
    let signature = try key.signature(of: SigningMessage.bytes(date: date, body: body, path: path + operation))
    let head = """
      POST \(path)\(operation) HTTP/1.1\r
      Host: 127.0.0.1\r
      Content-Type: application/json\r
      Content-Length: \(body.count)\r
      \(SigningMessage.keyIDHeader): \(key.id)\r
      \(SigningMessage.dateHeader): \(date)\r
      \(SigningMessage.signatureHeader): \(signature)\r
      \r

      """
    return Array(head.utf8) + body
  }
}
