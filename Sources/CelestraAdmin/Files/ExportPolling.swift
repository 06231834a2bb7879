import CloudKitWebServices

/// Repeated exports of an environment until a change is visible. A write is accepted before it takes effect.
struct ExportPolling {
  var clock = RunClock.system
  let export: () async throws(LiveSchemaError) -> [UInt8]

  /// Exports after 0, 1, 3, 7, … seconds, at least every 15 seconds, until a condition holds.
  /// - Parameter limit: The maximum duration. The last export follows its end.
  /// - Returns: Whether the condition held.
  func wait(atMost limit: Duration, until holds: ([UInt8]) -> Bool) async throws(LiveSchemaError) -> Bool {
    let end = clock.now() + limit
    var pause = Duration.seconds(1)
    while true {
      do { if holds(try await export()) { return true } } catch {
        // A server that is briefly unavailable ends no wait.
        guard error.kind == .unavailable, clock.now() < end else { throw error }
      }
      let rest = end - clock.now()
      guard rest > .zero else { return false }
      do { try await clock.sleep(min(pause, rest)) } catch {
        throw LiveSchemaError(.stopped, "stopped while waiting for the schema")
      }
      pause = min(pause * 2, .seconds(15))
    }
  }
}
