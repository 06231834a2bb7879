import ArgumentParser
import CloudKitEmulator
import CommandLineTool
import Notation

/// The address, strictness, latency, and faults of the emulator.
struct EmulatorServerOptions: ParsableArguments {
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

  /// The configuration of an emulator without keys.
  var configuration: EmulatorConfiguration {
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
    return configuration
  }

  func validate() throws {
    if !(0...65_535).contains(port) { throw ValidationError("--port must be between 0 and 65535, not \(port)") }
  }
}

/// A rate in requests per second: `40/s`.
struct RequestRate: ExpressibleByArgument {
  let perSecond: Double

  init?(argument: String) {
    guard argument.hasSuffix("/s"), let number = Double(argument.dropLast(2)), (0.001...1_000_000).contains(number)
    else { return nil }
    perSecond = number
  }
}

/// A kind of fault and its probability: `unavailable=0.1`.
struct FaultProbability: ExpressibleByArgument {
  let kind: FaultKind
  let probability: Double

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let kind = FaultKind(rawValue: parts[0]), let probability = Double(parts[1]),
      (0...1).contains(probability)
    else { return nil }
    self.kind = kind
    self.probability = probability
  }
}
