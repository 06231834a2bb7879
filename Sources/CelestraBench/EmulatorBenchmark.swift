import CloudKitEmulator
import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import Crypto
import Diagnostics
import Foundation
import Hummingbird
import JSON
import Logging
import NIOCore
import SQLiteStore
import SystemCalls

/// The requests per second of the emulator, relative to a server that only reads and writes JSON, and to its store.
struct EmulatorBenchmark: Benchmark {
  let name = "emulator"
  let summary =
    "lookups over 8 connections; floor: Hummingbird answering the same JSON. 20,000 records in requests of 200;"
    + " floor: the same rows written to a local container"

  private static let connections = 8
  private static let rounds = 3
  private static let records = 20_000
  private static let path = "/database/1/iCloud.bench/development/public/"

  /// The number of requests in the memory measurement; 1,000,000 in the long run.
  private static var requests: Int {
    ProcessInfo.processInfo.environment["CELESTRA_BENCH_REQUESTS"].flatMap(Int.init) ?? 30_000
  }

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let key = try ServerToServerKey(id: "BENCH", pem: P256.Signing.PrivateKey().pemRepresentation)
    let schema = Schema(SchemaFile(SourceText(name: "bench", text: Self.schema)))
    return try lookups(key, schema) + [modifies(key, schema, in: folder)]
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

  private func lookups(_ key: ServerToServerKey, _ schema: Schema) throws -> [Figure] {
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
        let before = CurrentProcess.peakMegabytes
        for start in stride(from: 0, to: Self.requests, by: 50_000) {
          // A signature expires after ten minutes.
          let lookup = try Self.request("records/lookup", named, key)
          let times = min(50_000, Self.requests - start)
          _ = try emulator.rate([lookup], times: times, connections: Self.connections)
        }
        let after = CurrentProcess.peakMegabytes
        return [
          .rate(0.25, "lookup", medians[0], floor: medians[1], unit: "requests/s"),
          .atMost(
            1.05, "memory after \(Self.requests) more", "\(Int(after)) MB", floor: "\(Int(before)) MB",
            ratio: after / before),
        ]
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

  // MARK: Changes

  private func modifies(
    _ key: ServerToServerKey, _ schema: Schema, in folder: BenchmarkFolder
  ) throws -> Figure {
    let batches = stride(from: 0, to: Self.records, by: 200).map { GeneratedFeeds.operations($0..<($0 + 200)) }
    let bodies = batches.map { Self.body(of: $0, schema) }
    let rates = try Stopwatch.medians(Self.rounds) { round in
      let requests = try bodies.map { try Self.request("records/modify", $0, key) }
      let (served, direct) = (
        try LocalContainer.open(folder.path("\(round)-served.sqlite"), schema: schema, now: { Timestamp(Date()) }),
        try LocalContainer.open(folder.path("\(round)-direct.sqlite"), schema: schema, now: { Timestamp(Date()) })
      )
      let rate = try LoadedServer.with(Self.emulator(key, served)) { emulator in
        try emulator.rate(requests, times: requests.count, connections: 1) * 200
      }
      return [rate, Double(Self.records) / (try Self.seconds(of: batches, into: direct))]
    }
    return .rate(1 / 3.0, "modify", rates[0], floor: rates[1], unit: "records/s")
  }

  private static func body(of operations: [RecordOperation], _ schema: Schema) -> [UInt8] {
    let writer = ModifyRequestWriter(FieldTypes(schema))
    return writer.body(of: operations.map(writer.operation))
  }

  private static func seconds(of batches: [[RecordOperation]], into store: LocalContainer) throws -> Double {
    let times = Handover<Double?>()
    Task {
      let start = ContinuousClock.now
      do {
        for batch in batches { _ = try await store.modify(batch) }
        times.give((ContinuousClock.now - start) / .seconds(1))
      } catch {
        times.give(nil)
      }
    }
    guard let time = times.take() else { throw ChildFailure(description: "the container cannot be written") }
    return time
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

/// The time to write and read a request of 200 records, relative to Foundation on the same JSON.
struct WireBenchmark: Benchmark {
  let name = "wire"
  let summary = "a modify request of 200 feeds, 100 times; floor: JSONSerialization on the same bytes, without values"

  private static let rounds = 100

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let types = FieldTypes(Schema())
    let writer = ModifyRequestWriter(types)
    let operations = GeneratedFeeds.operations(0..<200)
    let body = writer.body(of: operations.map(writer.operation))
    let object = try JSONSerialization.jsonObject(with: Data(body))
    let reading = try Stopwatch.medians(
      5,
      {
        for _ in 0..<Self.rounds {
          guard let json = try JSONValue(strict: body).object else { throw Self.unread }
          for operation in try ModifyRequest(json).operations {
            var values: RecordFields = [:]
            for field in operation.record.fields {
              values[field.name] = try field.field?.fieldValue(declared: nil, .wire)
            }
          }
        }
      }, { for _ in 0..<Self.rounds { _ = try JSONSerialization.jsonObject(with: Data(body)) } })
    let writing = try Stopwatch.medians(
      5, { for _ in 0..<Self.rounds { _ = writer.body(of: operations.map(writer.operation)) } },
      { for _ in 0..<Self.rounds { _ = try JSONSerialization.data(withJSONObject: object) } })
    return [
      Self.figure("read", reading, bytes: body.count), Self.figure("write", writing, bytes: body.count),
    ]
  }

  private static let unread = ChildFailure(description: "the request was not read")

  private static func figure(_ name: String, _ times: (a: Double, b: Double), bytes: Int) -> Figure {
    let megabytes = Double(bytes * rounds) / 1e6
    return .rate(1, name, megabytes / times.a, floor: megabytes / times.b, unit: "MB/s")
  }
}
