import CloudKitRecords
import Diagnostics
import Foundation
import Scoring
import TestEnvironment
import Testing

extension ScoreMethodology {
  /// A methodology of seven components, each compared with typical values. Source: reference/feeds.md, 5.2.
  static let balanced: ScoreMethodology = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.appending(path: "CelestraAdminTests/Fixtures/Scores/balanced.json")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return MethodologyFile(SourceText(name: "balanced.json", text: text)).methodology ?? .celestra
  }()
}

@Suite("A methodology of a file: balanced")
struct BalancedScoreTests {
  private static let now = Timestamp(milliseconds: 1_795_219_200_000)
  /// What the cases are held against: 1,500 subscribers at the 95th percentile, a mean rating of 3.5.
  private static let population = CatalogPopulation(fullSubscribers: 1500, meanRating: 3.5)

  struct Case {
    var attempts: Int?
    var successes: Int?
    var failures = 0
    var uptime: Double?
    var subscribers: Int?
    var verified = false
    var featured = false
    var active = true
    /// Hours.
    var gap: Double?
    var perWeek: Double?
    var rating: Double?
    var ratings: Int?
    /// Of seven.
    var parts: Int?
    /// Days of the newest article.
    var age: Double?
    let score: Int
    let confidence: Int

    var inputs: ScoreInputs {
      let dates = age.map { [Timestamp(milliseconds: now.milliseconds - Int64($0 * 86_400_000))] } ?? []
      let missing = parts.map { present in (present..<7).map { "part \($0)" } }
      return ScoreInputs(
        attempts: attempts, successes: successes, failuresInRow: failures, uptimePercentage: uptime,
        subscribers: subscribers, isVerified: verified, isFeatured: featured, isActive: active, updateFrequency: gap,
        articlesPerWeek: perWeek, averageRating: rating, ratingCount: ratings, missingParts: missing,
        publicationDates: dates)
    }
  }

  /// The worked examples of reference/feeds.md, 5.2, with the inputs it leaves open chosen to fit.
  private static let worked: [Case] = [
    // 19.25 + 15 + 10 + 15 + 8.05 + 8 + 10: established
    Case(
      attempts: 100, successes: 95, failures: 2, subscribers: 1500, verified: true, gap: 168, perWeek: 7,
      rating: 4.2, ratings: 30, parts: 7, age: 3, score: 85, confidence: 100),
    // 15 + 7.5 + 5 + 7.5 + 5 + 5 + 5.71: never probed, 60% of its metadata
    Case(parts: 4, score: 51, confidence: 20),
    // 16.97 + 15 + 10 + 7.5 + 5 + 5 + 10: five of five
    Case(attempts: 5, successes: 5, gap: 168, perWeek: 7, parts: 7, age: 3, score: 69, confidence: 75),
    // 26.65 + 0 + 0 + 15 + 5 + 5 + 10: silent for 13 months but up
    Case(
      attempts: 100, successes: 95, subscribers: 1500, gap: 168, perWeek: 0, parts: 7, age: 395, score: 62,
      confidence: 90),
    // 1.03 + 7.5 + 5 + 15 + 8.05 + 10 + 10, capped at 40: popular, 20 failures
    Case(
      attempts: 100, successes: 95, failures: 20, subscribers: 1500, verified: true, featured: true,
      rating: 4.2, ratings: 30, parts: 7, score: 40, confidence: 75),
    // 27.37 + 15 + 4.31 + 7.5 + 5 + 5 + 10: a monthly blog
    Case(
      attempts: 40, successes: 40, gap: 720, perWeek: 0.23333333333333334, parts: 7, age: 20, score: 74,
      confidence: 75),
    // 29.43 + 15 + 3 + 7.5 + 5 + 8 + 10: 700 items a week
    Case(
      attempts: 200, successes: 200, verified: true, gap: 0.24, perWeek: 700, parts: 7, age: 0.005, score: 78,
      confidence: 75),
  ]

  /// Points: reliability of 30, freshness 15, activity 10, popularity 15, rating 10, curation 10, completeness 10.
  private static let others: [Case] = [
    // 15 + 7.5 + 5 + 7.5 + 5 + 5 + 5
    Case(score: 50, confidence: 10),
    // 15 + 7.5 + 5 + 7.5 + 5 + 5 + 5
    Case(attempts: 0, successes: 0, score: 50, confidence: 10),
    // 6.2 + 7.5 + 5 + 7.5 + 5 + 5 + 5
    Case(attempts: 1, successes: 1, score: 41, confidence: 40),
    // 0 + 7.5 + 5 + 7.5 + 5 + 5 + 5, capped at 20
    Case(attempts: 1, successes: 0, failures: 1, score: 20, confidence: 40),
    // 21.67 + 7.5 + 5 + 7.5 + 5 + 5 + 5
    Case(attempts: 10, successes: 10, score: 57, confidence: 40),
    // 26.59 + 7.5 + 5 + 7.5 + 5 + 5 + 5
    Case(attempts: 30, successes: 30, score: 62, confidence: 40),
    // 28.89 + 7.5 + 5 + 7.5 + 5 + 5 + 5
    Case(attempts: 100, successes: 100, score: 64, confidence: 40),
    // 22.65 + 7.5 + 5 + 7.5 + 5 + 5 + 5
    Case(attempts: 100, successes: 95, failures: 1, score: 58, confidence: 40),
    // 16.36 + 7.5 + 5 + 7.5 + 5 + 5 + 5
    Case(attempts: 100, successes: 95, failures: 3, score: 51, confidence: 40),
    // 11.82 + 7.5 + 5 + 7.5 + 5 + 5 + 5, capped at 40
    Case(attempts: 100, successes: 95, failures: 5, score: 40, confidence: 40),
    // 28.89 + 7.5 + 5 + 7.5 + 5 + 5 + 5
    Case(attempts: 100, successes: 50, uptime: 100.0, score: 64, confidence: 40),
    // 0 + 7.5 + 5 + 7.5 + 5 + 5 + 5
    Case(attempts: 100, successes: 100, uptime: 0.0, score: 35, confidence: 40),
    // 30 + 7.5 + 5 + 7.5 + 5 + 5 + 5
    Case(attempts: 1_000_000, successes: 1_000_000, score: 65, confidence: 40),
    // 15 + 15 + 1.79 + 7.5 + 5 + 5 + 5
    Case(gap: 168, age: 7, score: 54, confidence: 35),
    // 15 + 14.28 + 1.79 + 7.5 + 5 + 5 + 5
    Case(gap: 168, age: 8, score: 54, confidence: 35),
    // 15 + 7.5 + 1.79 + 7.5 + 5 + 5 + 5
    Case(gap: 168, age: 21, score: 47, confidence: 35),
    // 15 + 7.5 + 0 + 7.5 + 5 + 5 + 5
    Case(gap: 720, age: 90, score: 45, confidence: 35),
    // 15 + 15 + 1.79 + 7.5 + 5 + 5 + 5
    Case(gap: 24, age: 0, score: 54, confidence: 35),
    // 15 + 15 + 0 + 7.5 + 5 + 5 + 5
    Case(gap: 8760, age: 365, score: 53, confidence: 35),
    // 15 + 7.5 + 0 + 7.5 + 5 + 5 + 5
    Case(perWeek: 0, score: 45, confidence: 20),
    // 15 + 7.5 + 4.52 + 7.5 + 5 + 5 + 5
    Case(perWeek: 0.25, score: 50, confidence: 20),
    // 15 + 7.5 + 7.12 + 7.5 + 5 + 5 + 5
    Case(perWeek: 0.5, score: 52, confidence: 20),
    // 15 + 7.5 + 10 + 7.5 + 5 + 5 + 5
    Case(perWeek: 1, score: 55, confidence: 20),
    // 15 + 7.5 + 10 + 7.5 + 5 + 5 + 5
    Case(perWeek: 4, score: 55, confidence: 20),
    // 15 + 7.5 + 10 + 7.5 + 5 + 5 + 5
    Case(perWeek: 140, score: 55, confidence: 20),
    // 15 + 7.5 + 7 + 7.5 + 5 + 5 + 5
    Case(perWeek: 200, score: 52, confidence: 20),
    // 15 + 7.5 + 5 + 7.5 + 5 + 5 + 5
    Case(perWeek: 280, score: 50, confidence: 20),
    // 15 + 7.5 + 3 + 7.5 + 5 + 5 + 5
    Case(perWeek: 10000, score: 48, confidence: 20),
    // 15 + 7.5 + 5 + 7.5 + 5 + 5 + 5
    Case(subscribers: 0, score: 50, confidence: 10),
    // 15 + 7.5 + 5 + 1.42 + 5 + 5 + 5
    Case(subscribers: 1, score: 44, confidence: 25),
    // 15 + 7.5 + 5 + 3.67 + 5 + 5 + 5
    Case(subscribers: 5, score: 46, confidence: 25),
    // 15 + 7.5 + 5 + 8.06 + 5 + 5 + 5
    Case(subscribers: 50, score: 51, confidence: 25),
    // 15 + 7.5 + 5 + 15 + 5 + 5 + 5
    Case(subscribers: 1499, score: 57, confidence: 25),
    // 15 + 7.5 + 5 + 15 + 5 + 5 + 5
    Case(subscribers: 1500, score: 58, confidence: 25),
    // 15 + 7.5 + 5 + 15 + 5 + 5 + 5
    Case(subscribers: 100000, score: 58, confidence: 25),
    // 15 + 7.5 + 5 + 7.5 + 7.27 + 5 + 5
    Case(rating: 5.0, ratings: 1, score: 52, confidence: 20),
    // 15 + 7.5 + 5 + 7.5 + 8.5 + 5 + 5
    Case(rating: 5.0, ratings: 10, score: 54, confidence: 20),
    // 15 + 7.5 + 5 + 7.5 + 9.97 + 5 + 5
    Case(rating: 5.0, ratings: 1000, score: 55, confidence: 20),
    // 15 + 7.5 + 5 + 7.5 + 0.07 + 5 + 5
    Case(rating: 0.0, ratings: 1000, score: 45, confidence: 20),
    // 15 + 7.5 + 5 + 7.5 + 4.5 + 5 + 5
    Case(rating: 1.0, ratings: 10, score: 50, confidence: 20),
    // 15 + 7.5 + 5 + 7.5 + 7 + 5 + 5
    Case(rating: 3.5, ratings: 7, score: 52, confidence: 20),
    // 15 + 7.5 + 5 + 7.5 + 5 + 8 + 5
    Case(verified: true, score: 53, confidence: 10),
    // 15 + 7.5 + 5 + 7.5 + 5 + 10 + 5
    Case(verified: true, featured: true, score: 55, confidence: 10),
    // 15 + 7.5 + 5 + 7.5 + 5 + 5 + 5
    Case(featured: true, score: 50, confidence: 10),
    // 15 + 7.5 + 5 + 7.5 + 5 + 5 + 0
    Case(parts: 0, score: 45, confidence: 20),
    // 15 + 7.5 + 5 + 7.5 + 5 + 5 + 1.43
    Case(parts: 1, score: 46, confidence: 20),
    // 15 + 7.5 + 5 + 7.5 + 5 + 5 + 4.29
    Case(parts: 3, score: 49, confidence: 20),
    // 15 + 7.5 + 5 + 7.5 + 5 + 5 + 8.57
    Case(parts: 6, score: 54, confidence: 20),
    // 15 + 7.5 + 5 + 7.5 + 5 + 5 + 10
    Case(parts: 7, score: 55, confidence: 20),
    // 15 + 7.5 + 5 + 7.5 + 5 + 5 + 5, capped at 20
    Case(active: false, score: 20, confidence: 10),
    // 19.25 + 15 + 10 + 15 + 8.05 + 8 + 10, capped at 20
    Case(
      attempts: 100, successes: 95, failures: 2, subscribers: 1500, verified: true, active: false, gap: 168,
      perWeek: 7, rating: 4.2, ratings: 30, parts: 7, age: 3, score: 20, confidence: 100),
    // 30 + 15 + 10 + 15 + 10 + 10 + 10: all that can be
    Case(
      attempts: 1_000_000, successes: 1_000_000, subscribers: 1500, verified: true, featured: true, gap: 168,
      perWeek: 7, rating: 5.0, ratings: 1_000_000, parts: 7, age: 3, score: 100, confidence: 100),
    // 13.91 + 15 + 10 + 15 + 8.05 + 8 + 10, capped at 60
    Case(
      attempts: 100, successes: 95, failures: 4, subscribers: 1500, verified: true, gap: 168, perWeek: 7,
      rating: 4.2, ratings: 30, parts: 7, age: 3, score: 60, confidence: 100),
    // 10.05 + 15 + 10 + 15 + 8.05 + 8 + 10, capped at 40
    Case(
      attempts: 100, successes: 95, failures: 6, subscribers: 1500, verified: true, gap: 168, perWeek: 7,
      rating: 4.2, ratings: 30, parts: 7, age: 3, score: 40, confidence: 100),
    // 0 + 15 + 10 + 15 + 8.05 + 8 + 10, capped at 20
    Case(
      attempts: 100, successes: 0, subscribers: 1500, verified: true, gap: 168, perWeek: 7, rating: 4.2,
      ratings: 30, parts: 7, age: 3, score: 20, confidence: 100),
  ]

  @Test("the worked examples of the reference", arguments: worked.indices)
  func example(index: Int) { check(Self.worked[index]) }

  @Test("hand-computed scores", arguments: others.indices)
  func score(index: Int) { check(Self.others[index]) }

  private func check(_ example: Case) {
    let score = QualityScore(example.inputs, by: .balanced, among: Self.population, asOf: Self.now)
    #expect(score.total == example.score)
    #expect(score.confidence == example.confidence)
  }

  @Test("a capped score says by what, and what lifting that gives")
  func caps() {
    var ill = Self.worked[4]
    let score = QualityScore(ill.inputs, by: .balanced, among: Self.population, asOf: Self.now)
    #expect(score.cap?.condition.description == "5 or more failures in a row")
    #expect(Int(score.sum.rounded()) == 57)
    guard case .cap(.failuresInRow(5), let points) = score.greatestGain else {
      Issue.record("the gain is \(String(describing: score.greatestGain))")
      return
    }
    // Without it the cap of three failures is above the sum.
    #expect((points * 100).rounded() == 1658)
    ill.failures = 0
    #expect(QualityScore(ill.inputs, by: .balanced, among: Self.population, asOf: Self.now).cap == nil)
  }

  @Test("every score is bounded, rises with what is good, and does not depend on the order of the articles")
  func properties() {
    var random = SeededGenerator(seed: 11)
    func total(_ example: Case) -> Int {
      QualityScore(example.inputs, by: .balanced, among: Self.population, asOf: Self.now).total
    }
    for _ in 0..<4000 {
      let attempts = Int.random(in: 1...300, using: &random)
      let base = Case(
        attempts: attempts, successes: Int.random(in: 0...attempts, using: &random),
        failures: Int.random(in: 0...6, using: &random), subscribers: Int.random(in: 1...3000, using: &random),
        verified: Bool.random(using: &random), gap: Double.random(in: 1...1000, using: &random),
        perWeek: Double.random(in: 0...100, using: &random), rating: Double.random(in: 0...4, using: &random),
        ratings: Int.random(in: 1...100, using: &random), parts: Int.random(in: 0...6, using: &random),
        age: Double.random(in: 1...500, using: &random), score: 0, confidence: 0)
      let score = total(base)
      #expect((0...100).contains(score))
      func better(_ change: (inout Case) -> Void) -> Int {
        var other = base
        change(&other)
        return total(other)
      }
      #expect(better { _ in } == score)
      #expect(better { $0.successes = min(attempts, ($0.successes ?? 0) + 1) } >= score)
      #expect(better { $0.failures += 1 } <= score)
      #expect(better { $0.subscribers = 2 * ($0.subscribers ?? 0) } >= score)
      #expect(better { $0.rating = ($0.rating ?? 0) + 1 } >= score)
      #expect(better { $0.parts = ($0.parts ?? 0) + 1 } >= score)
      #expect(better { $0.age = ($0.age ?? 0) / 2 } >= score)
      #expect(better { $0.perWeek = ($0.perWeek ?? 0) + 10 } >= score)
      #expect(better { $0.gap = ($0.gap ?? 0) * 2 } >= score)
      #expect(better { $0.uptime = 100 } >= better { $0.uptime = 90 })
      #expect(better { $0.ratings = 2 * ($0.ratings ?? 0) } >= score || base.rating ?? 0 < 3.5)
      #expect(better { $0.verified = true } >= score)
      #expect(
        better {
          $0.verified = true
          $0.featured = true
        } >= better { $0.verified = true })
      #expect(better { $0.active = false } <= min(20, score))
    }
  }

  @Test("a gap of no time is no rhythm, and tells nothing of how much is published")
  func noGap() {
    let score = QualityScore(ScoreInputs(updateFrequency: 0), by: .balanced, among: Self.population, asOf: Self.now)
    #expect(score.parts.contains { $0.component == .activity && $0.value == nil })
  }
}
