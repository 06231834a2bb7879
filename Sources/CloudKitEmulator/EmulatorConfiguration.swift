/// How an emulator answers.
package struct EmulatorConfiguration: Sendable {
  /// The address it listens at.
  package var host = "127.0.0.1"
  /// The port it listens at; 0 for one that is free.
  package var port = 0
  /// The keys it knows.
  package var keys: [RegisteredKey] = []
  /// Whether values are taken without the type that Apple wants with them, and dates with a fraction.
  package var isLenientAboutTypes = false
  /// Whether writing to a development database makes the types and fields it lacks.
  package var growsDevelopmentSchema = false
  /// How long a change takes to be seen by queries.
  package var indexLag: Duration = .zero
  /// How much later every answer comes.
  package var latency: Duration = .zero
  /// How much later an answer comes that the fault `slow` has hit.
  package var slowness: Duration = .seconds(2)
  /// Requests a second, more than 0; others are throttled.
  package var requestsPerSecond: Double?
  /// What `retryAfter` says; `nil` for when it makes sense, and 30 s of faults, which is what Apple has been seen to say.
  package var retryAfter: Duration?
  /// How likely faults are, 0…1.
  package var faults: [FaultKind: Double] = [:]
  /// What random numbers begin with.
  package var seed: UInt64 = 0
  /// Whether the emulator can be asked to reset, to keep and restore its state, to change its faults, and for its log.
  package var hasControl = false
  /// Connections at once; more wait to be accepted.
  package var connections = 900
  /// How long a connection may stand still, and a request's body may take.
  package var patience: Duration = .seconds(60)

  /// An emulator that is strict, without faults and without keys.
  package init() {}
}
