package struct EmulatorConfiguration: Sendable {
  package var host = "127.0.0.1"
  /// Port to listen on; 0 for any free port.
  package var port = 0
  package var keys: [RegisteredKey] = []
  /// Whether values are accepted without the type that Apple requires, and dates with a fraction.
  package var isLenientAboutTypes = false
  /// Whether writing to a development database creates missing types and fields.
  package var growsDevelopmentSchema = false
  /// Delay before queries see a change.
  package var indexLag: Duration = .zero
  /// Delay added to every answer.
  package var latency: Duration = .zero
  /// Delay added by the fault `slow`.
  package var slowness: Duration = .seconds(2)
  /// Maximum requests per second, greater than 0; the emulator throttles further requests.
  package var requestsPerSecond: Double?
  /// Value of `retryAfter`; `nil` for a computed value when throttling, and for 30 s, as seen from Apple, in faults.
  package var retryAfter: Duration?
  /// Probability of each fault, 0…1.
  package var faults: [FaultKind: Double] = [:]
  package var seed: UInt64 = 0
  /// Whether clients can use the control requests: reset, change faults or a schema, and read the log.
  package var hasControl = false
  /// Maximum open connections; further connections wait to be accepted.
  package var connections = 900
  /// Maximum time a connection may be idle, and maximum time for reading a request's body.
  package var patience: Duration = .seconds(60)

  /// The management requests to serve; `nil` to serve none.
  package var management: ManagementConfiguration?

  package init() {}
}
