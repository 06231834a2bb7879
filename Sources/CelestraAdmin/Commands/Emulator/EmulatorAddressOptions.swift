import ArgumentParser
import CloudKitEmulator

/// The address of the emulator, its logging, and its control interface.
struct EmulatorAddressOptions: ParsableArguments {
  @Option(help: "Port to listen on; 0 selects a free port, which is printed.")
  var port = 8642

  @Option(help: "Address to listen on. Other addresses than loopback allow access from other machines.")
  var host = "127.0.0.1"

  @Flag(help: "Do not log requests to standard error.")
  var quiet = false

  @Flag(
    help: ArgumentHelp(
      "Enable control requests at /_emulator/ (reset, snapshot, restore, faults, requests), without authentication."))
  var control = false

  func validate() throws {
    if !(0...65_535).contains(port) { throw ValidationError("--port must be between 0 and 65535, not \(port)") }
  }

  /// Applies the options to a configuration.
  func apply(to configuration: inout EmulatorConfiguration) throws {
    configuration.port = port
    configuration.host = host
    configuration.hasControl = control
  }
}
