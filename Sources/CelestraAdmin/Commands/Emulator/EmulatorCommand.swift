import ArgumentParser
import CloudKitEmulator
import CloudKitRecords
import CloudKitWebServices
import CommandLineTool
import Diagnostics
import Foundation
import Notation
import SystemCalls

struct EmulatorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emulator",
    abstract: "Serve CloudKit Web Services on this machine.",
    discussion: """
      Checks signatures, types, indexes, grants, and limits like CloudKit. To create a key, run
        openssl ecparam -name prime256v1 -genkey -noout -out key.pem
        openssl ec -in key.pem -pubout -out public.pem
      and pass --key-id and --public-key. Any text is a key ID; MistKit requires 64 hexadecimal digits, as printed by
        openssl rand -hex 32
      Press Ctrl-C to stop.
      """)

  @Option(help: ArgumentHelp("Port to listen on; 0 selects a free port, which is printed.", valueName: "n"))
  var port = 8642

  @Option(
    help: ArgumentHelp(
      "Address to listen on. Any address other than loopback is reachable from other machines.", valueName: "address",
      visibility: .hidden))
  var host = "127.0.0.1"

  @Flag(
    help: ArgumentHelp(
      "Enable control requests at /_emulator/ (reset, faults, requests, schema), without authentication."))
  var control = false

  @Flag(
    help: ArgumentHelp("Accept values without their required type, and fractional timestamps.", visibility: .hidden))
  var lenientTypes = false

  @Flag(
    help: ArgumentHelp(
      "Create missing record types and fields on write in development, as CloudKit does for native clients.",
      visibility: .hidden))
  var justInTimeSchema = false

  @Option(help: ArgumentHelp("Delay before queries return a change, such as 3s. (default: none)", valueName: "time"))
  var indexLag: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "Delay added to every response, such as 80ms. (default: none)", valueName: "time", visibility: .hidden))
  var latency: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "Maximum requests per second, such as 40/s; further requests are throttled. (default: no limit)",
      valueName: "rate", visibility: .hidden))
  var throttle: RequestRate?

  @Option(
    help: ArgumentHelp(
      "Fault to inject and its probability from 0 to 1, such as unavailable=0.1. Repeatable. Kinds: "
        + "\(FaultKind.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "kind=probability"))
  var fault: [FaultProbability] = []

  @Option(help: ArgumentHelp("Delay added by --fault slow.", valueName: "time", visibility: .hidden))
  var slowBy = TimeSpan(.seconds(2))

  @Option(
    help: ArgumentHelp(
      "Value of retryAfter in throttled responses. (default: the time until a retry can succeed; 30s for faults)",
      valueName: "time", visibility: .hidden))
  var retryAfter: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "Seed for faults and generated names, for reproducible runs.", valueName: "n", visibility: .hidden))
  var seed: UInt64 = 0

  @OptionGroup var databases: EmulatorDatabaseOptions
  @OptionGroup var keys: EmulatorKeyOptions

  @Option(
    name: .customLong("team"),
    help: ArgumentHelp(
      "Team and one of its containers, for commands that read live schemas with the token in CLOUDKIT_MANAGEMENT_TOKEN. "
        + "Repeatable.", valueName: "id=iCloud.…"))
  var teams: [TeamContainer] = []

  func validate() throws {
    if !(0...65_535).contains(port) { throw ValidationError("--port must be between 0 and 65535, not \(port)") }
  }

  func run() async throws {
    let databases = try databases.served()
    let configuration = try configuration(of: databases)
    let log = EmulatorLog(isQuiet: Terminal.isQuiet)
    defer { log.finish() }
    let emulator = Emulator(
      configuration, now: { Timestamp(Date()) },
      open: { id throws(RecordStoreError) in try databases.open(id) }, log: { log.write($0) })
    let host = configuration.host
    do {
      try await emulator.run { log.started(host: host, port: $0) }
    } catch let error as SystemError where error == .addressInUse {
      throw CommandFailure("port \(configuration.port) is in use; choose another with --port")
    } catch {
      throw CommandFailure("cannot listen on \(host) port \(configuration.port): \(error); choose another --port")
    }
  }

  private func configuration(of databases: ServedDatabases) throws -> EmulatorConfiguration {
    var configuration = EmulatorConfiguration()
    configuration.port = port
    configuration.host = host
    configuration.hasControl = control
    configuration.isLenientAboutTypes = lenientTypes
    configuration.growsDevelopmentSchema = justInTimeSchema
    configuration.indexLag = indexLag?.duration ?? .zero
    configuration.latency = latency?.duration ?? .zero
    configuration.slowness = slowBy.duration
    configuration.requestsPerSecond = throttle?.perSecond
    configuration.retryAfter = retryAfter?.duration
    configuration.seed = seed
    for fault in fault { configuration.faults[fault.kind] = fault.probability }
    configuration.keys = try keys.registered(among: databases.roles)
    if !teams.isEmpty {
      configuration.management = ManagementConfiguration(
        token: try TokenVariable.token().text, containers: teams.map(\.container))
    }
    configuration.connections = CurrentProcess.raiseOpenFileLimit(to: 16_384) - 100
    return configuration
  }
}

/// The output of the emulator: its URL on standard output, and one line per request on standard error.
struct EmulatorLog: Sendable {
  let isQuiet: Bool
  private let lines = LogQueue(terminal: .standardError)

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// Prints the URL, for users and for scripts that read the port.
  func started(host: String, port: Int) {
    let name = host.contains(":") ? "[\(host)]" : host
    try? Terminal.standardOutput.write(data: "http://\(name):\(port)\n")
  }

  /// Logs the result of a request without waiting for the write.
  func write(_ request: LoggedRequest) {
    if !isQuiet { lines.write(Self.line(request)) }
  }

  func finish() { lines.finish() }

  /// Returns the line of a request.
  ///
  /// `2026-11-21T14:00:00.123Z POST /database/… 401 AUTHENTICATION_FAILED: the date is 900 s off (fault …)`
  static func line(_ request: LoggedRequest) -> String {
    var line = "\(Timestamp(milliseconds: request.time)) \(request.method) \(request.path)"
    line += request.status == 0 ? " reset" : " \(request.status)"
    if let code = request.serverErrorCode { line += " \(code)" }
    if let reason = request.cause ?? request.reason { line += ": \(reason)" }
    if let refused = request.records {
      line += ", \(refused.count.of("record")) refused: "
      line += refused.prefix(3).map { "\($0.recordName) \($0.serverErrorCode): \($0.reason)" }.joined(separator: "; ")
      if refused.count > 3 { line += "; …" }
    }
    if let fault = request.fault { line += " (fault \(fault))" }
    return DisplayText.line(line, replacement: "·")
  }
}
