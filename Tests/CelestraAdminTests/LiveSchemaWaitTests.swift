import CloudKitWebServices
import Foundation
import Synchronization
import Testing

@testable import CelestraAdmin

@Suite("Waiting for a live schema")
struct LiveSchemaWaitTests {
  /// A clock whose waits end at once and move its time.
  private final class Clock: Sendable {
    private let state = Mutex<(now: Duration, waits: [Duration])>((.zero, []))
    var waits: [Duration] { state.withLock { $0.waits } }
    var now: Duration { state.withLock { $0.now } }

    var run: RunClock {
      var clock = RunClock.system
      clock.now = { self.now }
      clock.sleep = { time in
        self.state.withLock { state in
          state.now += time
          state.waits.append(time)
        }
      }
      return clock
    }
  }

  @Test("exports are repeated with growing pauses until one shows the change, at the latest at the end of the time")
  func pauses() async throws {
    let clock = Clock()
    let polling = ExportPolling(clock: clock.run) { () async throws(LiveSchemaError) in
      Array("\(clock.now / .seconds(1))".utf8)
    }
    #expect(try await polling.wait(atMost: .seconds(120)) { String(decoding: $0, as: UTF8.self) == "7.0" })
    #expect(clock.waits == [.seconds(1), .seconds(2), .seconds(4)])
    #expect(try await !polling.wait(atMost: .seconds(40)) { _ in false })
    #expect(clock.waits.dropFirst(3).map { $0 / .seconds(1) } == [1, 2, 4, 8, 15, 10])
  }

  @Test("a server that is briefly unavailable ends no wait, any other failure does")
  func failures() async throws {
    let clock = Clock()
    func polling(_ kind: LiveSchemaError.Kind) -> ExportPolling {
      ExportPolling(clock: clock.run) { () async throws(LiveSchemaError) in
        if clock.now < .seconds(3) { throw LiveSchemaError(kind, "no") }
        return []
      }
    }
    await #expect(throws: LiveSchemaError.self) {
      try await polling(.unauthorized).wait(atMost: .seconds(10)) { _ in true }
    }
    #expect(clock.waits == [])
    #expect(try await polling(.unavailable).wait(atMost: .seconds(10)) { _ in true })
    #expect(clock.waits == [.seconds(1), .seconds(2)])
  }
}
