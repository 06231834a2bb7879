import Catalog
import CloudKitRecords
import Diagnostics
import Testing

@testable import Curation

@Suite("Feed lists of other people", .enabled(if: SeedCorpus.isThere, "the corpus is not beside the project"))
struct FeedListCorpusTests {
  @Test(
    "one feed is wanted for each identity, and every other seed is told to be the same as one of them",
    arguments: [
      ("kagisearch__smallweb__smallweb.txt", 36_515, 36_434), ("daveverwer__iOSDevDirectory__blogs.json", 970, 964),
    ])
  func identities(file: String, read: Int, wanted: Int) throws {
    let seeds = SeedFileReader.read(try SeedCorpus.source(file)).seeds.feeds
    #expect(seeds.count == read)
    let planner = FeedPlanner(
      seeds: seeds, categories: KnownCategories(Taxonomy([], areRecords: true)), layout: .publicCatalog,
      asOf: Timestamp(milliseconds: 0))
    #expect(planner.wanted.count { $0 != nil } == wanted)
    var created = 0
    var duplicates = 0
    for step in planner.steps {
      switch step.action {
      case .create: created += 1
      case .duplicate: duplicates += 1
      case .skipped(let reason): Issue.record("\(reason)")
      case .update, .unchanged: Issue.record("nothing is stored yet")
      }
    }
    #expect(created == wanted && created + duplicates == read)
    #expect(planner.diagnostics.count { $0.rule == "duplicate-feed" } == duplicates)
  }
}
