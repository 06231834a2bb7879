import CloudKitEmulator
import Foundation
import SystemCalls
import Testing

@Suite("What an emulator can be made to do")
struct FaultTests {
  private static let lookup = #"{"records":[{"recordName":"a"}]}"#

  private static func serve(
    _ fault: FaultKind, _ probability: Double = 1, _ body: (ServedEmulator) async throws -> Void
  ) async throws {
    try await ServedEmulator.serve(
      .with {
        $0.faults = [fault: probability]
        $0.hasControl = true
        $0.slowness = .milliseconds(1)
      }
    ) { emulator in
      try await body(emulator)
    }
  }

  private static func withoutFaults(_ emulator: ServedEmulator) async throws {
    #expect(try await emulator.plain("POST", "/_emulator/faults", Array(#"{"faults":{}}"#.utf8)).status == 200)
  }

  @Test("a server that cannot work says when to come again, and has done nothing")
  func unavailable() async throws {
    for (kind, code) in [(FaultKind.unavailable, "TRY_AGAIN_LATER"), (.zoneBusy, "ZONE_BUSY")] {
      try await Self.serve(kind) { emulator in
        let answer = try await emulator.create("a")
        #expect(answer.status == 503)
        #expect(answer.text.contains(#""serverErrorCode":"\#(code)""#) && answer.text.contains(#""retryAfter":30}"#))
        #expect(answer.head.contains("Retry-After: 30"))
        try await Self.withoutFaults(emulator)
        #expect(try await emulator.text("records/lookup", Self.lookup).contains("NOT_FOUND"))
      }
    }
  }

  @Test("a connection is reset before or after the request is done", arguments: [FaultKind.resetBefore, .resetAfter])
  func resets(kind: FaultKind) async throws {
    try await Self.serve(kind) { emulator in
      await #expect(throws: SystemError.connectionReset) {
        try await emulator.create("a")
      }
      #expect(emulator.log.last?.status == 0)
      try await Self.withoutFaults(emulator)
      let isThere = try await emulator.text("records/lookup", Self.lookup).contains(#""deleted":false"#)
      #expect(isThere == (kind == .resetAfter))
    }
  }

  @Test("an answer ends in its middle, and the request is done")
  func truncated() async throws {
    try await Self.serve(.truncated) { emulator in
      let answer = try await emulator.create("a")
      #expect(answer.status == 200)
      #expect(!answer.isWhole && !answer.body.isEmpty)
      try await Self.withoutFaults(emulator)
      #expect(try await emulator.text("records/lookup", Self.lookup).contains(#""deleted":false"#))
    }
  }

  @Test("some records conflict, those that look at the change tag, and are not changed")
  func conflict() async throws {
    try await Self.serve(.conflict) { emulator in
      #expect(try await emulator.create("a").text.contains(#""deleted":false"#))
      let update = #"{"operations":[{"operationType":"update","record":{"recordName":"a","recordChangeTag":"1"}}]}"#
      #expect(emulator.log.last?.fault == nil)
      #expect(try await emulator.text("records/modify", update).contains(#""serverErrorCode":"CONFLICT""#))
      #expect(emulator.log.last?.fault == "conflict")
      try await Self.withoutFaults(emulator)
      #expect(try await emulator.text("records/modify", update).contains(#""recordChangeTag":"2""#))
    }
  }

  private static let delays: [(latency: Int, slow: Double, least: Int)] = [(200, 0, 200), (0, 1, 250), (200, 1, 450)]

  @Test("an answer is late by the latency, and by more where it is to be slow; the request is done", arguments: delays)
  func late(latency: Int, slow: Double, least: Int) async throws {
    try await ServedEmulator.serve(
      .with {
        $0.latency = .milliseconds(latency)
        $0.faults = [.slow: slow]
        $0.slowness = .milliseconds(250)
      }
    ) { emulator in
      let start = ContinuousClock.now
      let answer = try await emulator.create("a")
      #expect(ContinuousClock.now - start >= .milliseconds(least))
      #expect(answer.text.contains(#""deleted":false"#))
      #expect(emulator.log.last?.fault == (slow == 1 ? "slow" : nil))
    }
  }

  @Test("the same seed makes the same requests go wrong")
  func seeds() async throws {
    func statuses(_ seed: UInt64) async throws -> [Int] {
      var statuses: [Int] = []
      try await ServedEmulator.serve(
        .with {
          $0.faults = [.unavailable: 0.5]
          $0.seed = seed
        }
      ) { emulator in
        for _ in 0..<32 { statuses.append(try await emulator.answer("zones/list", "{}").status) }
      }
      return statuses
    }
    let first = try await statuses(1)
    #expect(Set(first) == [200, 503])
    #expect(try await statuses(1) == first)
    #expect(try await statuses(2) != first)
  }

  @Test("more requests than allowed are throttled, and told when to come again")
  func throttle() async throws {
    try await ServedEmulator.serve(
      .with {
        $0.requestsPerSecond = 4
        $0.hasControl = true
      }
    ) { emulator in
      for _ in 0..<4 { #expect(try await emulator.answer("zones/list", "{}").status == 200) }
      let refused = try await emulator.answer("zones/list", "{}")
      #expect(refused.status == 429)
      #expect(refused.text == #"{"serverErrorCode":"THROTTLED","reason":"too many requests","retryAfter":0.25}"#)
      emulator.clock.advance(seconds: 0.25)
      #expect(try await emulator.answer("zones/list", "{}").status == 200)
      #expect(try await emulator.answer("zones/list", "{}").status == 429)
      #expect(try await emulator.plain("POST", "/_emulator/reset").status == 200)
      for _ in 0..<4 { #expect(try await emulator.answer("zones/list", "{}").status == 200) }
    }
  }

  @Test("a reset restores the faults of the start")
  func resetOfFaults() async throws {
    try await ServedEmulator.serve(.with { $0.hasControl = true }) { emulator in
      let set = try await emulator.plain("POST", "/_emulator/faults", Array(#"{"faults":{"unavailable":1}}"#.utf8))
      #expect(set.text == #"{"faults":{"unavailable":1}}"#)
      #expect(try await emulator.answer("zones/list", "{}").status == 503)
      #expect(try await emulator.plain("POST", "/_emulator/reset").status == 200)
      #expect(try await emulator.plain("GET", "/_emulator/faults").text == #"{"faults":{}}"#)
      #expect(try await emulator.answer("zones/list", "{}").status == 200)
    }
  }

  @Test("control resets, and tells what was asked; without the flag there is none")
  func control() async throws {
    try await ServedEmulator.serve(.with { $0.hasControl = true }) { emulator in
      func has(_ name: String) async throws -> Bool {
        try await emulator.text("records/lookup", #"{"records":[{"recordName":"\#(name)"}]}"#).contains(
          #""deleted":false"#)
      }
      func control(_ action: String) async throws -> Int {
        try await emulator.plain("POST", "/_emulator/\(action)").status
      }
      _ = try await emulator.create("a")
      #expect(try await has("a"))
      #expect(try await control("reset") == 200)
      #expect(try await !has("a"))
      _ = try await emulator.create("c")
      #expect(try await has("c"))
      let requests = try await emulator.plain("GET", "/_emulator/requests").text
      #expect(requests.contains(#""path":"/database/1/iCloud.test/development/public/records/modify","status":200"#))
      #expect(!requests.contains("KEY"))
      for unknown in ["explode", "snapshot", "reset/x", "schema/iCloud.test"] {
        #expect(try await control(unknown) == 404)
      }
      let page = try await emulator.plain("POST", "/_emulator/reset", headers: ["Origin: https://page.example"])
      #expect(page.status == 403)
      let wrong = try await emulator.plain("POST", "/_emulator/faults", Array(#"{"faults":{"slow":2}}"#.utf8))
      #expect(wrong.status == 400)
    }
    try await ServedEmulator.serve { emulator in
      let status = try await emulator.plain("POST", "/_emulator/reset").status
      #expect(status == 404)
    }
  }
}
