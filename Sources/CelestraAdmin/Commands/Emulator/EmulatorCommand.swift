import ArgumentParser
import CloudKitEmulator
import CloudKitRecords
import Foundation
import SystemCalls

/// `emulator`: serves a public database like CloudKit Web Services.
struct EmulatorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emulator",
    abstract: "Emulate the public database of CloudKit Web Services on this machine.",
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

  @Flag(help: "Do not log requests to standard error.")
  var quiet = false

  func run() async throws {
    let databases = try databases.served()
    let configuration = try configuration(of: databases)
    let log = EmulatorLog(isQuiet: quiet)
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
    configuration.management = try management.configuration(of: databases)
    configuration.connections = CurrentProcess.raiseOpenFileLimit(to: 16_384) - 100
    return configuration
  }
}
