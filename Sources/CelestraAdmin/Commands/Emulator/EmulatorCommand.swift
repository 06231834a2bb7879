import ArgumentParser
import CloudKitEmulator
import CloudKitRecords
import Foundation

/// `emulator`: CloudKit Web Services' public database on this machine.
struct EmulatorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emulator",
    abstract: "Serve a public database as CloudKit Web Services does, on this machine.",
    discussion: """
      Strict as Apple's: signatures, types, indexes, grants and limits are held. A key is made by
        openssl ecparam -name prime256v1 -genkey -noout -out key.pem
        openssl ec -in key.pem -pubout -out public.pem
      and given by --key-id and --public-key, in the same order. Ends with Ctrl-C.
      """)

  @OptionGroup var address: EmulatorAddressOptions
  @OptionGroup var databases: EmulatorDatabaseOptions
  @OptionGroup var keys: EmulatorKeyOptions
  @OptionGroup var behaviour: EmulatorBehaviourOptions

  func run() async throws {
    var configuration = EmulatorConfiguration()
    try address.apply(to: &configuration)
    try behaviour.apply(to: &configuration)
    let databases = try databases.served()
    configuration.keys = try keys.registered(among: databases.roles)
    configuration.connections = OpenFiles.raisedLimit() - 100
    let log = EmulatorLog(isQuiet: address.quiet)
    defer { log.finish() }
    let emulator = Emulator(
      configuration, now: { Timestamp(Date()) },
      open: { id throws(RecordStoreError) in try databases.open(id) }, log: { log.write($0) })
    let host = configuration.host
    do {
      try await emulator.run { log.started(host: host, port: $0) }
    } catch {
      throw CommandFailure("cannot serve at \(host) port \(configuration.port): \(error); choose another --port")
    }
  }
}
