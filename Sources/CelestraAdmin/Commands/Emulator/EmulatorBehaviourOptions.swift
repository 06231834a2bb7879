import ArgumentParser
import CloudKitEmulator

/// How the emulator answers: how strict it is, how slow, and what goes wrong.
struct EmulatorBehaviourOptions: ParsableArguments {
  @Flag(help: "Take values without the type that Apple wants with them, and dates with a fraction.")
  var lenientTypes = false

  @Flag(help: "Make types and fields that are written and not there, in development, as native clients see it.")
  var justInTimeSchema = false

  @Option(help: ArgumentHelp("How long a change takes to be seen by queries, such as 3s.", valueName: "time"))
  var indexLag: ShortDuration?

  @Option(help: ArgumentHelp("How much later every answer comes, such as 80ms.", valueName: "time"))
  var latency: ShortDuration?

  @Option(help: ArgumentHelp("Requests a second, such as 40/s; others are throttled.", valueName: "rate"))
  var throttle: RequestRate?

  @Option(
    help: ArgumentHelp(
      "What goes wrong, and how likely, 0 to 1, such as unavailable=0.1; as often as needed. Kinds: "
        + "\(FaultKind.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "kind=probability"))
  var fault: [FaultProbability] = []

  @Option(help: ArgumentHelp("How late an answer is that --fault slow has hit.", valueName: "time"))
  var slowBy = ShortDuration(.seconds(2))

  @Option(
    help: ArgumentHelp("What retryAfter says. (default: when it makes sense, 30s of faults)", valueName: "time"))
  var retryAfter: ShortDuration?

  @Option(help: "What faults and made-up names begin with: the same seed, the same run.")
  var seed: UInt64 = 0

  /// Sets what the flags say.
  func apply(to configuration: inout EmulatorConfiguration) throws {
    configuration.isLenientAboutTypes = lenientTypes
    configuration.growsDevelopmentSchema = justInTimeSchema
    configuration.indexLag = indexLag?.duration ?? .zero
    configuration.latency = latency?.duration ?? .zero
    configuration.slowness = slowBy.duration
    configuration.requestsPerSecond = throttle?.perSecond
    configuration.retryAfter = retryAfter?.duration
    configuration.seed = seed
    for fault in fault { configuration.faults[fault.kind] = fault.probability }
  }
}

/// A time in milliseconds or seconds: `80ms`, `3s`, `0.5s`.
struct ShortDuration: ExpressibleByArgument {
  let duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  init?(argument: String) {
    let unit: Duration = argument.hasSuffix("ms") ? .milliseconds(1) : .seconds(1)
    guard argument.hasSuffix("s"), let number = Double(argument.dropLast(argument.hasSuffix("ms") ? 2 : 1)),
      (0...86_400).contains(number)
    else { return nil }
    duration = unit * number
  }

  var defaultValueDescription: String { "\(duration / .seconds(1))s" }
}

/// Requests a second: `40/s`.
struct RequestRate: ExpressibleByArgument {
  let perSecond: Double

  init?(argument: String) {
    guard argument.hasSuffix("/s"), let number = Double(argument.dropLast(2)), (0.001...1_000_000).contains(number)
    else { return nil }
    perSecond = number
  }
}

/// A kind of fault and how likely it is: `unavailable=0.1`.
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
