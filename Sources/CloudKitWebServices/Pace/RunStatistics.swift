/// What a run cost.
package struct RunStatistics: Hashable, Sendable {
  /// Requests sent, those that were tried again counted each time.
  package internal(set) var requests = 0
  /// Requests that were tried again.
  package internal(set) var retries = 0
  /// How long requests waited because the server throttled.
  package internal(set) var throttled = Duration.zero
  /// Records read and written.
  package internal(set) var records = 0
  /// From the first request to the last answer.
  package internal(set) var elapsed = Duration.zero

  /// Nothing yet.
  package init() {}

  /// Records a second; `nil` where no time passed.
  package var recordsPerSecond: Double? {
    elapsed > .zero ? Double(records) / (elapsed / .seconds(1)) : nil
  }
}
