import ArgumentParser
import CloudKitEmulator
import CloudKitRecords
import CommandLineTool
import Diagnostics
import Foundation
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

  @OptionGroup var server: EmulatorServerOptions
  @OptionGroup var databases: EmulatorDatabaseOptions
  @OptionGroup var keys: EmulatorKeyOptions
  @OptionGroup var management: EmulatorManagementOptions

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
    var configuration = server.configuration
    configuration.keys = try keys.registered(among: databases.roles)
    configuration.management = try management.configuration()
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
