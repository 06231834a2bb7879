import Catalog
import CloudKitRecords
import Foundation
import Scoring
import TestEnvironment
import Testing

private let now = Timestamp(milliseconds: 1_795_219_200_000)

/// The moments hours before now.
private func dates(_ hours: [Int64]) -> [Timestamp] {
  hours.map { Timestamp(milliseconds: now.milliseconds - $0 * 3_600_000) }
}

@Suite("The quality score")
struct QualityScoreTests {
  /// Attempts, successes, failures in a row, subscribers, verified, hours before now of articles; score, confidence.
  typealias Case = (Int?, Int?, Int?, Int?, Bool, [Int64], Int, Int)

  private static let even: [Int64] = [0, 24, 48, 72, 96, 120]
  private static let cases: [Case] = [
    // Nothing known: 20 + 15 + 10 + 0.
    (nil, nil, nil, nil, false, [], 45, 10),
    (nil, nil, nil, nil, true, [], 55, 10),
    (0, 0, 0, nil, false, [], 45, 10),
    (0, 0, 7, nil, false, [], 45, 10),
    (10, nil, 0, nil, false, [], 45, 10),
    // Reliability: 40 · (s + 1)/(n + 2) · 0.85^f, the rest 15 + 10 + 0.
    (1, 1, 0, nil, false, [], 52, 50),  // 26.67 + 25
    (1, 0, 1, nil, false, [], 36, 50),  // 11.33 + 25
    (2, 2, 0, nil, false, [], 55, 50),  // 30 + 25
    (2, 1, 0, nil, false, [], 45, 50),  // 20 + 25
    (5, 5, 0, nil, false, [], 59, 50),  // 34.29 + 25
    (10, 10, 0, nil, false, [], 62, 50),  // 36.67 + 25
    (10, 0, 10, nil, false, [], 26, 50),  // 0.66 + 25
    (30, 30, 0, nil, false, [], 64, 50),  // 38.75 + 25
    (78, 40, 0, nil, false, [], 46, 50),  // 20.5 + 25, a half goes up
    (78, 38, 0, nil, false, [], 45, 50),  // 19.5 + 25 = 44.5
    (100, 100, 0, nil, false, [], 65, 50),  // 39.61 + 25
    (100, 95, 0, nil, false, [], 63, 50),  // 37.65 + 25
    (100, 95, 1, nil, false, [], 57, 50),  // 32 + 25
    (100, 95, 2, nil, false, [], 52, 50),  // 27.2 + 25
    (100, 95, 3, nil, false, [], 48, 50),  // 23.12 + 25
    (100, 95, 5, nil, false, [], 42, 50),  // 16.70 + 25
    (100, 80, 20, nil, false, [], 26, 50),  // 1.23 + 25
    (1_000_000, 1_000_000, 0, nil, false, [], 65, 50),
    (1_000_000, 0, 1_000_000, nil, false, [], 25, 50),
    // Popularity: 30 · min(1, 0.3 · log10(subscribers)), the rest 20 + 10 + 0.
    (nil, nil, nil, 0, false, [], 30, 40),
    (nil, nil, nil, 1, false, [], 30, 40),
    (nil, nil, nil, 5, false, [], 36, 40),  // 6.29
    (nil, nil, nil, 10, false, [], 39, 40),  // 9
    (nil, nil, nil, 13, false, [], 40, 40),  // 10.03, where the literal formula is full
    (nil, nil, nil, 100, false, [], 48, 40),  // 18
    (nil, nil, nil, 1000, false, [], 57, 40),  // 27
    (nil, nil, nil, 1500, false, [], 59, 40),  // 28.58
    (nil, nil, nil, 2154, false, [], 60, 40),  // 29.9994
    (nil, nil, nil, 2155, false, [], 60, 40),
    (nil, nil, nil, 1_000_000, false, [], 60, 40),
    // Update consistency: 20 · max(0, 1 − MAD/median), the rest 20 + 15 + 0.
    (nil, nil, nil, nil, false, [0, 24, 48, 72, 96], 45, 10),  // four gaps: unknown
    (nil, nil, nil, nil, false, even, 55, 30),
    (nil, nil, nil, nil, false, even + even, 55, 30),  // the same moments count once
    (nil, nil, nil, nil, false, [0, 20, 44, 68, 96, 144], 52, 30),  // gaps 20 24 24 28 48: 16.67
    (nil, nil, nil, nil, false, [0, 1, 11, 12, 32, 33], 55, 30),  // gaps 1 10 1 20 1: median 1, MAD 0 → 20
    (nil, nil, nil, nil, false, [0, 10, 12, 22, 52, 62, 192], 47, 30),  // gaps 10 2 10 30 10 130: MAD 4 of 10 → 12
    (nil, nil, nil, nil, false, [-5, 0, 24, 48, 72, 96], 45, 10),  // one in the future: four gaps
    (nil, nil, nil, nil, false, [0, 24, 48, 72, 96, 4320], 45, 10),  // one of 180 days ago: four gaps
    (nil, nil, nil, nil, false, [0, 24, 48, 72, 96, 4319], 55, 30),  // one of just under
    // All together.
    (100, 95, 2, 1500, true, even, 86, 100),  // 27.2 + 28.58 + 20 + 10
    (1_000_000, 1_000_000, 0, 10_000, true, even, 100, 100),
    (1_000_000, 0, 1_000_000, 0, false, even, 20, 100),
    (100, 95, 2, 1500, true, [], 76, 80),  // 27.2 + 28.58 + 10 + 10
    // No more fetches succeed than were attempted.
    (10, 12, 0, nil, false, [], 62, 50),
    (.max, .max, .max, .max, false, [], 40, 80),  // 0 + 30 + 10
  ]

  @Test("hand-computed scores", arguments: cases.indices)
  func score(index: Int) {
    let (attempts, successes, failures, subscribers, isVerified, hours, total, confidence) = Self.cases[index]
    let score = QualityScore(
      ScoreInputs(
        attempts: attempts, successes: successes, failuresInRow: failures, subscribers: subscribers,
        isVerified: isVerified, publicationDates: dates(hours)), by: .celestra1, asOf: now)
    #expect(score.total == total)
    #expect(score.confidence == confidence)
  }

  @Test("the literal reading of CelestraCloud's formula saturates, ours does not")
  func literalFormula() {
    func literal(subscribers: Double) -> Double { min(100, 40 + min(10, log10(max(1, subscribers)) * 3) * 30) }
    #expect(literal(subscribers: 13) == 100)
    #expect(literal(subscribers: 1_000_000) == 100)
    func ours(_ subscribers: Int) -> Int {
      QualityScore(ScoreInputs(attempts: 1000, successes: 1000, subscribers: subscribers), by: .celestra1, asOf: now)
        .total
    }
    #expect(ours(13) == 60)
    #expect(ours(1_000_000) == 80)
  }

  @Test("a score says what it is made of, what was wrong, and what would raise it most")
  func explanation() {
    let inputs = ScoreInputs(
      attempts: 100, successes: 95, failuresInRow: 2, subscribers: 0, isVerified: true, publicationDates: dates([-5]))
    let score = QualityScore(inputs, by: .celestra1, asOf: now)
    #expect(
      score.parts.map { "\($0.component.title) \(score.facts(of: $0))" } == [
        "reliability 95 of 100 fetches succeeded, the last 2 failed", "popularity 0 subscribers",
        "update consistency fewer than 5 gaps between articles of the last 180 days", "verification verified",
      ])
    #expect(score.corrections == ["1 article has a future date and is ignored"])
    #expect(score.greatestGain == .component(.popularity, points: 30))
  }

  @Test("uptime is told of the component that it changes, and of no other")
  func uptime() throws {
    let inputs = ScoreInputs(attempts: 10, successes: 9, uptimePercentage: 99.5)
    let facts = [ScoreMethodology.celestra1, .balanced].flatMap { methodology in
      let score = QualityScore(inputs, by: methodology, asOf: now)
      return score.parts.map { score.facts(of: $0) }.filter { $0.contains("fetches") }
    }
    #expect(facts == ["9 of 10 fetches succeeded", "9 of 10 fetches succeeded, up 99.5% of 30 days"])
  }

  @Test("a score that cannot rise does not say how")
  func fullScore() {
    let inputs = ScoreInputs(
      attempts: .max, successes: .max, subscribers: 5000, isVerified: true, publicationDates: dates(Self.even))
    #expect(QualityScore(inputs, by: .celestra1, asOf: now).greatestGain == nil)
  }

  @Test("every score is bounded, and rises with what is good")
  func properties() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<5000 {
      let attempts = Int.random(in: 1...200, using: &random)
      let successes = Int.random(in: 0...attempts, using: &random)
      let failures = Int.random(in: 0...10, using: &random)
      let subscribers = Int.random(in: 0...5000, using: &random)
      func score(_ successes: Int, _ failures: Int, _ subscribers: Int, _ isVerified: Bool) -> Int {
        let inputs = ScoreInputs(
          attempts: attempts, successes: successes, failuresInRow: failures, subscribers: subscribers,
          isVerified: isVerified)
        return QualityScore(inputs, by: .celestra1, asOf: now).total
      }
      let base = score(successes, failures, subscribers, false)
      #expect((0...100).contains(base))
      #expect(base == score(successes, failures, subscribers, false))
      #expect(score(min(attempts, successes + 1), failures, subscribers, false) >= base)
      #expect(score(successes, failures + 1, subscribers, false) <= base)
      #expect(score(successes, failures, subscribers + 100, false) >= base)
      #expect(score(successes, failures, subscribers, true) == base + 10)
    }
  }

  @Test("the more the gaps between articles differ, the lower the consistency, down to 0")
  func consistency() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let jitter = (0..<12).map { _ in Int64.random(in: -8...8, using: &random) }
      var last = 1.0
      for factor in 0...Int64(12) {
        var hour: Int64 = 0
        let hours = jitter.map { jitter in
          hour += 100 + jitter * factor
          return hour
        }
        let consistency = PublishingRhythm(dates([0] + hours), asOf: now)?.consistency ?? -1
        #expect((0...last).contains(consistency))
        last = consistency
      }
    }
  }

  @Test("the order of the articles does not matter")
  func order() {
    var random = SeededGenerator(seed: 5)
    let hours: [Int64] = [0, 10, 12, 22, 52, 62, 192]
    for _ in 0..<50 {
      let rhythm = PublishingRhythm(dates(hours.shuffled(using: &random)), asOf: now)
      #expect(rhythm?.gaps == 6)
      #expect(rhythm?.median == 10)
      #expect(rhythm?.consistency == 0.6)
    }
  }

  @Test("both layouts give the same score for what both can say")
  func layouts() throws {
    let fields: RecordFields = [
      "feedURL": .string("u"), "title": .string("t"), "isVerified": .flag(true), "subscriberCount": .int64(1500),
    ]
    let counters: RecordFields = [
      "totalAttempts": .int64(100), "successfulAttempts": .int64(95), "failureCount": .int64(2),
    ]
    let entry = try FeedEntry(
      Record(type: "PublicFeed", name: "f", fields: fields),
      metadata: Record(type: "FeedMetadata", name: "m", fields: counters), in: .publicCatalog)
    var kit = Record(type: "Feed", name: "f", fields: fields)
    kit.fields.merge(counters) { $1 }
    let score = QualityScore(ScoreInputs(entry), by: .celestra1, asOf: now)
    let kitInputs = try ScoreInputs(FeedEntry(kit, metadata: nil, in: .celestraKit))
    #expect(score == QualityScore(kitInputs, by: .celestra1, asOf: now))
    #expect(score.total == 76)
  }

  @Test("a methodology's weights sum to 100 and name each component once")
  func weights() {
    for methodology in ScoreMethodology.builtIn {
      #expect(methodology.weights.reduce(0) { $0 + $1.points } == 100)
      #expect(Set(methodology.weights.map(\.component)).count == methodology.weights.count)
    }
  }
}
