package import CloudKitWebServices

/// Repeated exports of an environment until a change is visible. A write is accepted before it takes effect.
package struct ExportPolling {
  private let service: any SchemaService
  private let environment: ContainerAddress.Environment
  private let clock: RunClock

  /// Creates the polling of an environment.
  package init(
    _ service: any SchemaService, _ environment: ContainerAddress.Environment, clock: RunClock = .system
  ) {
    self.service = service
    self.environment = environment
    self.clock = clock
  }

  /// Exports after 0, 1, 3, 7, … seconds, at least every `longestPause`, until a condition holds.
  /// - Parameter limit: The maximum duration. The last export follows its end.
  /// - Returns: Whether the condition held.
  package func wait(
    atMost limit: Duration, longestPause: Duration = .seconds(15), until holds: ([UInt8]) -> Bool
  ) async throws(SchemaServiceError) -> Bool {
    let end = clock.now() + limit
    var pause = Duration.seconds(1)
    while true {
      do { if holds(try await service.export(environment)) { return true } } catch {
        // A server that is briefly unavailable ends no wait.
        guard error.kind == .unavailable, clock.now() < end else { throw error }
      }
      let rest = end - clock.now()
      guard rest > .zero else { return false }
      do { try await clock.sleep(min(pause, rest)) } catch {
        throw SchemaServiceError(.stopped, "stopped while waiting for \(environment.rawValue)")
      }
      pause = min(pause * 2, longestPause)
    }
  }
}
