import CloudKitEmulator
import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import Diagnostics
import SchemaService
import Synchronization
import Testing

/// An emulated management API at a real socket, and a client with a clock that never waits.
struct ServedManagement: Sendable {
  static let token = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
  static let container = "iCloud.org.example.a"

  static let development = """
    DEFINE SCHEMA
    RECORD TYPE Feed ( title STRING QUERYABLE, score INT64, GRANT READ TO "_world" );
    """
  static let production = """
    DEFINE SCHEMA
    RECORD TYPE Feed ( title STRING QUERYABLE, GRANT READ TO "_world" );
    """

  let baseURL: String
  let requests: Requests
  let clock: Clock

  /// The requests that the emulator answered.
  final class Requests: Sendable {
    private let log = Mutex<[LoggedRequest]>([])
    private let isPermitted = Mutex(false)
    /// Whether a client has a confirmed route.
    var mayWrite: Bool { isPermitted.withLock { $0 } }
    func permitWrites() { isPermitted.withLock { $0 = true } }
    func add(_ request: LoggedRequest) { log.withLock { $0.append(request) } }
    var all: [String] { log.withLock { $0.map { "\($0.method) \($0.status)" } } }
    /// Everything that was logged, as text.
    var text: String { log.withLock { "\($0)" } }
  }

  /// A clock whose waits end at once and move its time.
  final class Clock: Sendable {
    private let state = Mutex<(now: Duration, waits: [Duration])>((.zero, []))
    var waits: [Duration] { state.withLock { $0.waits } }
    var now: Duration { state.withLock { $0.now } }

    func wait(_ duration: Duration) {
      state.withLock { state in
        state.now += duration
        state.waits.append(duration)
      }
    }

    /// The clock of a client.
    var run: RunClock {
      var clock = RunClock.system
      clock.now = { self.now }
      clock.date = { Timestamp(milliseconds: 1_795_255_200_000).date }
      clock.sleep = { self.wait($0) }
      clock.random = { 0.5 }
      return clock
    }
  }

  /// Serves an emulator while `body` runs.
  ///
  /// Records an issue if a write arrived although no client had a confirmed route.
  static func serve(
    _ faults: String..., importDelay: Duration = .zero, pageSize: Int = 100,
    _ body: (ServedManagement) async throws -> Void
  ) async throws {
    let (requests, clock) = (Requests(), Clock())
    func schema(_ text: String) -> Schema { Schema(SchemaFile(SourceText(name: "test", text: text))) }
    let schemas = [
      DatabaseID.Environment.development: schema(Self.development), .production: schema(Self.production),
    ]
    var management = ManagementConfiguration(
      token: token,
      containers: [
        ManagementContainer(id: container, teamID: "TEAM", name: "a"),
        ManagementContainer(id: "iCloud.org.example.b", teamID: "TEAM", name: "b"),
        ManagementContainer(id: "iCloud.org.example.old", teamID: "TEAM", name: "old", isHidden: true),
        ManagementContainer(id: "iCloud.org.other", teamID: "OTHER", name: "other"),
      ], schema: { schemas[$0.environment] })
    management.faults = faults.compactMap { ManagementFault($0) }
    management.importDelay = importDelay
    management.pageSize = pageSize
    var configuration = EmulatorConfiguration()
    configuration.management = management
    let emulator = Emulator(
      configuration,
      now: { Timestamp(milliseconds: 1_795_255_200_000 + Int64(clock.now / .milliseconds(1))) },
      open: { _ throws(RecordStoreError) in nil }, log: { requests.add($0) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      let (ports, ready) = AsyncStream.makeStream(of: Int.self)
      group.addTask {
        defer { ready.finish() }
        try await emulator.run { ready.yield($0) }
      }
      guard let port = await ports.first(where: { _ in true }) else { return try await group.waitForAll() }
      try await body(ServedManagement(baseURL: "http://127.0.0.1:\(port)", requests: requests, clock: clock))
      #expect(requests.mayWrite || requests.all.allSatisfy { $0.hasPrefix("GET ") })
      group.cancelAll()
    }
  }

  /// Returns a client.
  func client(
    token: String = token, team: String = "TEAM", container: String = container, confirmed: [ManagementRoute] = []
  ) throws -> HTTPSchemaService {
    if !confirmed.isEmpty { requests.permitWrites() }
    return HTTPSchemaService(
      routes: ManagementRoutes(confirmed: confirmed), baseURL: baseURL, token: try ManagementToken(token),
      teamID: team, containerID: container, timeLimit: 20, clock: clock.run)
  }

  /// The routes of the table, marked as if a user had confirmed them.
  static var confirmed: [ManagementRoute] {
    ManagementRoutes().all.map { route in
      ManagementRoute(
        route.operation, route.method, route.path, body: route.body, status: route.status, .user, source: "test")
    }
  }
}

/// A request that changes a live schema. As values, since the compiler crashes on an array of closures with typed throws
/// (Swift 6.3.1, 2026-11).
enum SchemaWrite: CaseIterable {
  case importing, resetting, deploying

  /// Sends the request, and returns its failure.
  func failure(_ client: HTTPSchemaService, _ schema: String = ServedManagement.development) async
    -> SchemaServiceError?
  {
    do {
      switch self {
      case .importing: try await client.importToDevelopment(Array(schema.utf8))
      case .resetting: try await client.resetDevelopment()
      case .deploying: try await client.deploy()
      }
    } catch {
      return error
    }
    return nil
  }
}

/// Returns the error that `body` throws, without the port of the server.
func failure(_ body: () async throws(SchemaServiceError) -> Void) async -> SchemaServiceError? {
  do { try await body() } catch { return error }
  return nil
}
