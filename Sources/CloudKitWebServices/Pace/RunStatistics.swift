/// The statistics of a run: requests, records and durations.
package struct RunStatistics: Hashable, Sendable {
  /// Number of requests sent, including retries.
  package internal(set) var requests = 0
  package internal(set) var retries = 0
  /// Total time that requests waited because the server throttled.
  package internal(set) var throttled = Duration.zero
  /// Number of records read and written.
  package internal(set) var records = 0
  /// Time from the first request to the last answer.
  package internal(set) var elapsed = Duration.zero

  /// `nil` if no time has passed.
  package var recordsPerSecond: Double? {
    elapsed > .zero ? Double(records) / (elapsed / .seconds(1)) : nil
  }
}
