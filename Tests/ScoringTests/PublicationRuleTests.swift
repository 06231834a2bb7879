import Scoring
import Testing

@Suite("What is published of a count")
struct PublicationRuleTests {
  @Test(
    "below five nothing, then to the nearest five, from 100 to two digits",
    arguments: [
      (0, 0), (1, 0), (4, 0), (5, 5), (7, 5), (8, 10), (12, 10), (13, 15), (97, 95), (98, 100), (99, 100), (100, 100),
      (104, 100), (105, 110), (994, 990), (995, 1000), (999, 1000), (1049, 1000), (1050, 1100), (12_345, 12_000),
      (12_500, 13_000), (1_000_000, 1_000_000), (-3, 0),
    ])
  func standard(counted: Int, published: Int) {
    #expect(PublicationRule().published(counted) == published)
  }

  @Test(
    "a minimum of 1 publishes all; rounding is a matter of its own",
    arguments: [
      (1, PublicationRule.Rounding.none, 1, 1), (1, .none, 12_345, 12_345), (1, .coarse, 2, 0), (1, .coarse, 3, 5),
      (10, .none, 9, 0), (10, .none, 11, 11), (10, .coarse, 11, 10), (0, .none, 1, 1), (-4, .none, 0, 0),
    ])
  func minimum(minimum: Int, rounding: PublicationRule.Rounding, counted: Int, published: Int) {
    #expect(PublicationRule(minimum: minimum, rounding: rounding).published(counted) == published)
  }

  @Test("what is published never falls as the count rises, and is published as itself")
  func monotone() {
    let rule = PublicationRule()
    var last = 0
    for counted in 0...20_000 {
      let published = rule.published(counted)
      #expect(published >= last)
      #expect(rule.published(published) == published)
      last = published
    }
    #expect(rule.published(.max) > 0)
  }

  @Test(
    "a count of the same or a later period of one form stays, and one of another form does not",
    arguments: [
      ("2026-11-21", "2026-11-21", true), ("2026-11-22", "2026-11-21", true), ("2026-11-20", "2026-11-21", false),
      ("2026-W47", "2026-11-21", false), ("2026-11-21", "2026-W47", false), ("2026-W48", "2026-W47", true),
      ("2026-11", "2026-W47", false), ("2026-12", "2026-11", true),
    ])
  func periods(published: String, period: String, holds: Bool) {
    #expect(PublicationPeriod.holds(published, in: period) == holds)
  }

  @Test("a count is suppressed where it is not 0 and published as nothing")
  func suppressed() {
    #expect((0...6).map { PublicationRule().suppresses($0) } == [false, true, true, true, true, false, false])
    #expect(!PublicationRule(minimum: 1).suppresses(1))
  }
}
