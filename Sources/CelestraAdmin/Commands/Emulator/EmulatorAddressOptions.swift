import ArgumentParser
import CloudKitEmulator

/// Where the emulator listens, and what it says.
struct EmulatorAddressOptions: ParsableArguments {
  @Option(help: "The port to listen at; 0 for one that is free, which is printed.")
  var port = 8642

  @Option(help: "The address to listen at. Another than this machine's own lets others in.")
  var host = "127.0.0.1"

  @Flag(help: "Do not log requests on standard error.")
  var quiet = false

  @Flag(
    help: ArgumentHelp(
      "Answer at /_emulator/: reset, snapshot, restore, faults, requests. Whoever reaches the port can use it."))
  var control = false

  func validate() throws {
    if !(0...65_535).contains(port) { throw ValidationError("--port is 0 to 65535, not \(port)") }
  }

  /// Sets what the flags say.
  func apply(to configuration: inout EmulatorConfiguration) throws {
    configuration.port = port
    configuration.host = host
    configuration.hasControl = control
  }
}
