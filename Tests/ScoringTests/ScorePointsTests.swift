import Catalog
import CloudKitRecords
import Scoring
import Testing

@Suite("Points of a score in a history")
struct ScorePointsTests {
  private static func score(
    _ inputs: ScoreInputs, by methodology: ScoreMethodology = .celestra
  ) -> QualityScore {
    QualityScore(inputs, by: methodology, asOf: SmallCatalog.now)
  }

  private static func points(_ inputs: ScoreInputs, by methodology: ScoreMethodology = .celestra) throws -> ScorePoints
  {
    let score = score(inputs, by: methodology)
    let points = ScorePoints(score)
    // As a history has them.
    let read = try #require(ScorePoints(total: score.total, detail: points.detail, basis: methodology.basis))
    #expect(read == points)
    return read
  }

  @Test("points are compact text and keep total, confidence, and components")
  func text() throws {
    let points = try Self.points(ScoreInputs(attempts: 98, successes: 98, isVerified: true))
    #expect(points.detail == "40 297,100,75,75,50,100")
    #expect(points.total == 70 && points.confidence == 40)
    #expect(
      ScoreMethodology.celestra.basis
        == "d2957b87eceee493 2 reliability,popularity,regularity,freshness,completeness,verification celestra")
    #expect(ScorePoints(total: 70, detail: "50 297", basis: ScoreMethodology.celestra.basis) == nil)
    #expect(ScorePoints(total: 70, detail: "", basis: "") == nil)
  }

  @Test(
    "the reason of a change names the components that changed, the greatest first, and caps",
    arguments: [
      (ScoreInputs(attempts: 98, successes: 98), ScoreInputs(attempts: 98, successes: 98), ""),
      (
        ScoreInputs(attempts: 98, successes: 98), ScoreInputs(attempts: 98, successes: 98, isVerified: true),
        "verification +10"
      ),
      (
        ScoreInputs(attempts: 98, successes: 98, subscribers: 100, isVerified: true),
        ScoreInputs(attempts: 98, successes: 98, subscribers: 1000), "verification -10, popularity +6"
      ),
      // Less than half a point is left out beside greater changes only.
      (
        ScoreInputs(attempts: 98, successes: 98), ScoreInputs(attempts: 298, successes: 298, isVerified: true),
        "verification +10"
      ),
      (ScoreInputs(attempts: 98, successes: 98), ScoreInputs(attempts: 298, successes: 298), "reliability +0.2"),
      (
        ScoreInputs(attempts: 98, successes: 98, subscribers: 9999, isVerified: true),
        ScoreInputs(attempts: 98, successes: 98, subscribers: 9999, isVerified: true, isActive: false), "cap -59.7"
      ),
      (
        ScoreInputs(attempts: 98, successes: 98, isActive: false),
        ScoreInputs(attempts: 98, successes: 98), "cap +39.7"
      ),
    ])
  func reasons(old: ScoreInputs, new: ScoreInputs, reason: String) throws {
    #expect(try Self.points(new).reason(from: Self.points(old)) == reason)
  }

  @Test("a change of the methodology is a change of its components")
  func methodologies() throws {
    let inputs = ScoreInputs(attempts: 98, successes: 98)
    #expect(
      try Self.points(inputs).reason(from: Self.points(inputs, by: .celestra1))
        == "update consistency -10, reliability -9.9, freshness +7.5, regularity +7.5, completeness +5, popularity -5")
  }
}
