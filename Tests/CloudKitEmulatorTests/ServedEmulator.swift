import CloudKitEmulator
import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import Crypto
import Diagnostics
import Foundation
import SQLiteStore
import Synchronization

/// An emulator in this process, served at a real socket, and what tests ask of it.
final class ServedEmulator: Sendable {
  /// A key pair, made for this run.
  struct Key: Sendable {
    let id: String
    let signing: ServerToServerKey

    init(_ id: String) throws {
      self.id = id
      signing = try ServerToServerKey(id: id, pem: P256.Signing.PrivateKey().pemRepresentation)
    }
  }

  /// A clock that stands until it is moved.
  final class Clock: Sendable {
    private let time = Mutex(Timestamp(milliseconds: 1_795_255_200_000))
    var now: Timestamp { time.withLock { $0 } }
    func advance(seconds: Double) {
      time.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + Int64(seconds * 1000)) }
    }
  }

  static let schema = """
    DEFINE SCHEMA
    CREATE ROLE Admin;
    RECORD TYPE Thing (
      "___recordID" REFERENCE QUERYABLE, "___createdBy" REFERENCE QUERYABLE, "___modTime" TIMESTAMP QUERYABLE SORTABLE,
      text STRING QUERYABLE SEARCHABLE SORTABLE, number INT64 QUERYABLE SORTABLE, ratio DOUBLE QUERYABLE SORTABLE,
      moment TIMESTAMP QUERYABLE SORTABLE, bytes BYTES, target REFERENCE QUERYABLE, place LOCATION QUERYABLE,
      file ASSET, tags LIST<STRING> QUERYABLE, targets LIST<REFERENCE>, plain STRING,
      GRANT READ TO "_world", GRANT CREATE TO "_icloud", GRANT WRITE TO "_creator", GRANT READ, CREATE, WRITE TO Admin
    );
    RECORD TYPE Closed ( text STRING QUERYABLE, GRANT READ, CREATE, WRITE TO Admin );
    RECORD TYPE Own ( "___recordID" REFERENCE QUERYABLE, text STRING, GRANT CREATE TO "_icloud", GRANT READ TO "_creator" );
    RECORD TYPE Fixed ( file ASSET, GRANT READ TO "_world", GRANT WRITE TO "_icloud", GRANT CREATE TO Admin );
    RECORD TYPE Unlisted ( text STRING, GRANT READ, CREATE, WRITE TO "_icloud" );
    RECORD TYPE Unnamed ( text STRING QUERYABLE, GRANT READ, CREATE, WRITE TO "_icloud" );
    """

  let port: Int
  let key: Key
  let admin: Key
  let clock: Clock
  let log: Log

  /// What was logged.
  final class Log: Sendable {
    private let requests = Mutex<[LoggedRequest]>([])
    func add(_ request: LoggedRequest) { requests.withLock { $0.append(request) } }
    var last: LoggedRequest? { requests.withLock { $0.last } }
    var all: [LoggedRequest] { requests.withLock { $0 } }
  }

  private init(port: Int, key: Key, admin: Key, clock: Clock, log: Log) {
    self.port = port
    self.key = key
    self.admin = admin
    self.clock = clock
    self.log = log
  }

  /// Serves an emulator while `body` runs.
  /// - Parameters:
  ///   - sharing: whether all databases are one.
  ///   - schemaText: the schema of new databases.
  static func serve(
    _ configuration: EmulatorConfiguration = EmulatorConfiguration(), sharing: Bool = false,
    schema schemaText: String = schema,
    _ body: (ServedEmulator) async throws -> Void
  ) async throws {
    let (key, admin, clock, log) = (try Key("KEY"), try Key("ADMIN"), Clock(), Log())
    let onlyDevelopment = try Key("DEV")
    var configuration = configuration
    configuration.keys = [
      RegisteredKey(id: key.id, key.signing.verificationKey),
      RegisteredKey(id: admin.id, admin.signing.verificationKey, roles: ["Admin"]),
      RegisteredKey(
        id: onlyDevelopment.id, onlyDevelopment.signing.verificationKey, environments: [.development]),
    ]
    let schema = Schema(SchemaFile(SourceText(name: "test", text: schemaText)))
    let emulator = Emulator(
      configuration, now: { clock.now },
      open: { id throws(RecordStoreError) in
        guard id.container.hasPrefix("iCloud.") else { return nil }
        do {
          let store = try LocalContainer.inMemory(schema: schema, now: { clock.now })
          return OpenedDatabase(store, file: sharing ? "all" : nil)
        } catch {
          throw .unavailable(reason: "\(error)")
        }
      }, log: { log.add($0) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      let (ports, ready) = AsyncStream.makeStream(of: Int.self)
      group.addTask {
        try await emulator.run { ready.yield($0) }
        ready.finish()
      }
      guard let port = await ports.first(where: { _ in true }) else { return }
      try await body(ServedEmulator(port: port, key: key, admin: admin, clock: clock, log: log))
      group.cancelAll()
    }
  }

  static let publicDatabase = "/database/1/iCloud.test/development/public/"

  /// What of a request can be other than it should be.
  struct Deviation: Sendable {
    var method = "POST"
    var keyID: String?
    var date: String?
    var signature: String?
    var signedBody: String?
    var signedPath: String?
    var headers: [String] = []
    var leavesOut: String?
  }

  /// A signed request as bytes.
  func request(
    _ operation: String, _ body: String, as key: Key? = nil, at database: String = publicDatabase,
    _ deviation: Deviation = Deviation()
  ) throws -> [UInt8] {
    let key = key ?? self.key
    let path = database + operation
    let date = deviation.date ?? clock.now.date.formatted(Date.ISO8601FormatStyle())
    let message = SigningMessage.bytes(
      date: date, body: Array((deviation.signedBody ?? body).utf8), path: deviation.signedPath ?? path)
    let headers = [
      "X-Apple-CloudKit-Request-KeyID: \(deviation.keyID ?? key.id)",
      "X-Apple-CloudKit-Request-ISO8601Date: \(date)",
      "X-Apple-CloudKit-Request-SignatureV1: \(try deviation.signature ?? key.signing.signature(of: message))",
    ].filter { header in deviation.leavesOut.map { !header.contains($0) } ?? true }
    let lines =
      ["\(deviation.method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Content-Length: \(body.utf8.count)"]
      + headers + deviation.headers
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
  }

  /// The answer to a signed request.
  func answer(
    _ operation: String, _ body: String, as key: Key? = nil, at database: String = publicDatabase,
    _ deviation: Deviation = Deviation()
  ) async throws -> HTTPAnswer {
    let connection = try await RawConnection(port: port)
    try await connection.send(try request(operation, body, as: key, at: database, deviation))
    return try await connection.receive()
  }

  /// The text of the answer to a signed request.
  func text(_ operation: String, _ body: String, as key: Key? = nil) async throws -> String {
    try await answer(operation, body, as: key).text
  }

  /// The answer to a request that is not signed.
  func plain(
    _ method: String, _ path: String, _ body: [UInt8] = [], headers: [String] = []
  ) async throws -> HTTPAnswer {
    let connection = try await RawConnection(port: port)
    let lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Content-Length: \(body.count)"] + headers
    try await connection.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    return try await connection.receive()
  }

  /// Makes a Thing.
  func create(_ name: String, _ fields: String = "", as key: Key? = nil) async throws -> HTTPAnswer {
    try await answer(
      "records/modify",
      #"{"operations":[{"operationType":"create","record":{"recordType":"Thing","recordName":"\#(name)","fields":{\#(fields)}}}]}"#,
      as: key)
  }
}

extension EmulatorConfiguration {
  /// A configuration that differs in something.
  static func with(_ change: (inout EmulatorConfiguration) -> Void) -> EmulatorConfiguration {
    var configuration = EmulatorConfiguration()
    change(&configuration)
    return configuration
  }
}
