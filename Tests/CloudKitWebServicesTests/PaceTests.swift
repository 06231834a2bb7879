import Synchronization
import TestEnvironment
import Testing

@testable import CloudKitWebServices

@Suite("Pace")
struct PaceTests {
  private static let retryWaits: [(tries: Int, retryAfter: Duration?, random: Double, wait: Duration?)] = [
    (1, nil, 0, .zero), (1, nil, 0.5, .milliseconds(250)), (2, nil, 0.5, .milliseconds(500)),
    (4, nil, 0.5, .seconds(2)), (7, nil, 0.5, .seconds(15)), (8, nil, 0.5, nil), (1_000_000, nil, 0.5, nil),
    (1, .seconds(30), 0, .seconds(30)), (1, .seconds(30), 0.5, .milliseconds(30_250)),
    (7, .seconds(30), 0.5, .seconds(33)), (1, .zero, 0.5, .zero), (1, .milliseconds(2), 0.5, .microseconds(2200)),
    (1, .seconds(300), 0, .seconds(300)), (1, .seconds(301), 0, nil), (1, .seconds(-1), 0.5, .zero),
  ]

  @Test(
    "a wait doubles with every try, is spread by chance, and never undercuts what the server asks for",
    arguments: retryWaits)
  func waits(tries: Int, retryAfter: Duration?, random: Double, wait: Duration?) {
    let found = RetryPolicy().wait(afterTry: tries, retryAfter: retryAfter, random: random)
    guard let found, let wait else {
      #expect(found == wait)
      return
    }
    #expect(abs((found - wait) / .microseconds(1)) < 1)
  }

  /// A pace whose requests are never limited, on a clock.
  private func pace(_ stepping: SteppingClock) -> Pace { Pace(ceiling: 1000, clock: stepping.clock) }

  private func isAdmitted(_ pace: Pace) async throws -> Bool {
    if case .sent = try await pace.admit(isRetry: false, patience: .seconds(300)) { true } else { false }
  }

  @Test("five failures in a row stop requests for a minute; an answer starts the count again")
  func rest() async throws {
    let stepping = SteppingClock()
    let pace = pace(stepping)
    func fail() async throws {
      let sent = stepping.clock.now()
      try await stepping.clock.sleep(.seconds(1))
      pace.failed(sent: sent, because: "busy", retryAfter: nil)
    }
    for _ in 0..<4 { try await fail() }
    pace.succeeded()
    for _ in 0..<4 { try await fail() }
    #expect(try await isAdmitted(pace))
    try await fail()
    #expect(try await !isAdmitted(pace))
    try await stepping.clock.sleep(.seconds(59))
    #expect(try await !isAdmitted(pace))
    try await stepping.clock.sleep(.seconds(1))
    #expect(try await isAdmitted(pace))
    try await fail()
    #expect(try await !isAdmitted(pace) && pace.lastFailure == "busy")
    try await stepping.clock.sleep(.seconds(60))
    pace.succeeded()
    try await fail()
    #expect(try await isAdmitted(pace))
  }

  @Test("requests that fail together count as one failure")
  func together() async throws {
    let stepping = SteppingClock()
    let pace = pace(stepping)
    try await stepping.clock.sleep(.seconds(2))
    for _ in 0..<20 { pace.failed(sent: .seconds(1), because: "busy", retryAfter: nil) }
    #expect(try await isAdmitted(pace))
  }

  /// A server that allows so many requests in any second and asks for a pause, and a client that always has more to send.
  private func simulate(
    limit: Double, ceiling: Double, seconds: Int, pause: Duration
  ) -> (accepted: Int, refused: Int, peak: Int, rate: Double) {
    var limiter = RateLimiter(ceiling: ceiling)
    var now = Duration.zero
    var tokens = limit
    var refilled = Duration.zero
    var accepted = 0
    var refused = 0
    var perSecond: [Int: Int] = [:]
    while now < .seconds(seconds) {
      let wait = limiter.wait(at: now)
      guard wait == .zero else {
        now += wait
        continue
      }
      perSecond[Int(now / .seconds(1)), default: 0] += 1
      tokens = min(limit, tokens + limit * ((now - refilled) / .seconds(1)))
      refilled = now
      if tokens >= 1 {
        tokens -= 1
        accepted += 1
        limiter.succeeded(at: now)
      } else {
        refused += 1
        limiter.wasThrottled(at: now, retryAfter: pause)
      }
    }
    return (accepted, refused, perSecond.values.max() ?? 0, limiter.rate)
  }

  @Test("it starts with four a second and never exceeds the ceiling", arguments: [1.0, 4, 10, 40])
  func ceiling(ceiling: Double) {
    let (accepted, _, peak, rate) = simulate(limit: 1000, ceiling: ceiling, seconds: 60, pause: .zero)
    #expect(rate == ceiling && peak <= Int(ceiling) + 1)
    #expect(Double(accepted) >= 0.9 * ceiling * 60)
    #expect(RateLimiter(ceiling: ceiling).rate == min(4, ceiling))
  }

  @Test("however late requests wake up, no second has more of them than the ceiling", arguments: [1.0, 2.5, 25, 40])
  func lateness(ceiling: Double) {
    var random = SeededGenerator(seed: 7)
    var limiter = RateLimiter(ceiling: ceiling)
    // Eight senders, each of which asks again when it wakes up, sometimes long after the time it was told.
    var wakes = [Duration](repeating: .zero, count: 8)
    var sent: [Duration] = []
    while let now = wakes.min(), now < .seconds(120) {
      let sender = wakes.firstIndex(of: now) ?? 0
      let wait = limiter.wait(at: now)
      if wait == .zero {
        sent.append(now)
        limiter.succeeded(at: now)
      }
      let lateness = Duration.milliseconds(Int.random(in: 0..<10, using: &random) == 0 ? 150 : 3)
      wakes[sender] = now + wait + lateness
    }
    let most = sent.indices.map { first in sent[first...].prefix { $0 <= sent[first] + .seconds(1) }.count }.max()
    #expect(most == Int(ceiling.rounded(.up)))
    #expect(Double(sent.count) >= 0.93 * ceiling * 120)
  }

  @Test(
    "a server's limit is used to nine tenths, wherever it is, and seldom exceeded", arguments: [5.0, 10, 20, 40, 80],
    [0.1, 1.0])
  func limits(limit: Double, pause: Double) {
    let (accepted, refused, _, _) = simulate(limit: limit, ceiling: 100, seconds: 300, pause: .seconds(pause))
    #expect(Double(accepted) >= 0.9 * limit * 300)
    #expect(Double(refused) <= 0.05 * Double(accepted))
  }

  @Test("after throttling it waits as long as it is told, and speeds up again when the limit goes")
  func recovery() {
    var limiter = RateLimiter(ceiling: 40)
    for second in 0..<10 { limiter.succeeded(at: .seconds(second)) }
    let fast = limiter.rate
    limiter.wasThrottled(at: .seconds(10), retryAfter: .seconds(7))
    limiter.wasThrottled(at: .seconds(10), retryAfter: .seconds(5))
    let wait = limiter.wait(at: .seconds(10))
    #expect(wait == .seconds(7))
    #expect(limiter.rate == fast * 0.85)
    for second in 17..<30 { limiter.succeeded(at: .seconds(second)) }
    #expect(limiter.rate >= fast * 0.95 && limiter.rate < fast)
    for second in 30..<300 { limiter.succeeded(at: .seconds(second)) }
    #expect(limiter.rate == 40)
  }

  @Test("throttling never speeds it up", arguments: [0.01, 0.3, 0.5, 4])
  func slow(ceiling: Double) {
    var limiter = RateLimiter(ceiling: ceiling)
    for second in 0..<20 { limiter.wasThrottled(at: .seconds(second), retryAfter: nil) }
    #expect(limiter.rate == min(0.5, ceiling))
  }

  @Test("a pause the server asks for holds for requests that wait for their turn, too")
  func pause() async throws {
    let stepping = SteppingClock()
    let clock = stepping.clock
    let server = Mutex<Pace?>(nil)
    let pace = Pace(
      ceiling: 4,
      clock: RunClock(
        now: clock.now, date: clock.date,
        sleep: { time in
          // The answer to the first request comes while the second waits.
          let pace = server.withLock { $0.take() }
          pace?.failed(sent: .zero, because: "busy", retryAfter: .seconds(30))
          try await clock.sleep(time)
        }, random: clock.random))
    server.withLock { $0 = pace }
    var sent: [Duration] = []
    for _ in 0..<3 {
      guard case .sent(let time) = try await pace.admit(isRetry: false, patience: .seconds(300)) else { continue }
      sent.append(time)
    }
    #expect(sent == [.zero, .seconds(30), .milliseconds(30_250)])
    pace.wasThrottled(retryAfter: .seconds(1000))
    guard case .paused(.seconds(1000)) = try await pace.admit(isRetry: false, patience: .seconds(300)) else {
      Issue.record("it waits for what nobody waits for")
      return
    }
  }

  @Test("a pause the server asks for of one record holds for every request", arguments: [true, false])
  func pauseForRecord(isThrottled: Bool) async throws {
    let pace = Pace(ceiling: 4, clock: SteppingClock().clock)
    let wait = Duration.seconds(1000)
    pace.postpone(after: isThrottled ? .throttled(retryAfter: wait) : .unavailable("busy", retryAfter: wait))
    guard case .paused(.seconds(1000)) = try await pace.admit(isRetry: false, patience: .seconds(300)) else {
      Issue.record("it goes out")
      return
    }
  }

  @Test("waits at the same time count as one, and what of them is still to come does not")
  func waitsTogether() async throws {
    let stepping = SteppingClock()
    let pace = Pace(ceiling: 4, clock: stepping.clock)
    for _ in 0..<8 { pace.waits(for: .seconds(3)) }
    #expect(pace.statistics.throttled == .zero)
    try await stepping.clock.sleep(.seconds(2))
    #expect(pace.statistics.throttled == .seconds(2))
    pace.waits(for: .seconds(2))
    try await stepping.clock.sleep(.seconds(9))
    #expect(pace.statistics.throttled == .seconds(4))
  }
}
