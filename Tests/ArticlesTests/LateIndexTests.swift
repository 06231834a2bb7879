import Articles
import Catalog
import CloudKitRecords
import Curation
import Diagnostics
import SQLiteStore
import TestEnvironment
import Testing

@Suite("Auditing with indexes that are late")
struct LateIndexTests {
  /// A store whose queries do not return some records yet, as CloudKit's do not for a while.
  private struct LateStore: ForwardingStore {
    let store: LocalContainer
    let late: Set<RecordName>

    func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
      let page = try await store.query(query, after: cursor)
      return QueryPage(records: page.records.filter { !late.contains($0.name) }, next: page.next)
    }
  }

  private static let rules = [
    "dangling-category", "dangling-parent", "orphaned-metadata", "collection-missing-feed", "orphaned-subscriptions",
  ]

  @Test("a record that only a look-up finds is not missing, and one that nothing finds is", arguments: [true, false])
  func late(exists: Bool) async throws {
    let stored = try StoredArticles()
    let feed = FieldValue.reference(Reference("late-feed"))
    let category = FieldValue.reference(Reference("late-category"))
    let missing = [
      Record(
        type: "FeedCategory", name: "late-category", fields: ["slug": .string("late-category"), "name": .string("L")]),
      Record(type: "PublicFeed", name: "late-feed", fields: ["title": .string("L")]),
    ]
    let records = [
      Record(
        type: "FeedCategory", name: "child",
        fields: ["slug": .string("child"), "name": .string("C"), "parentCategory": category]),
      Record(type: "PublicFeed", name: "feed", fields: ["title": .string("F"), "category": category]),
      Record(type: "FeedMetadata", name: "metadata", fields: ["feedReference": feed]),
      Record(
        type: "FeedCollection", name: "best",
        fields: ["title": .string("Best"), "feeds": .list([feed, .reference(Reference("gone"))])]),
      Record(type: "FeedSubscription", name: "s", fields: ["feedRecordName": .string("late-feed")]),
    ]
    let all = (exists ? missing : []) + records
    #expect(try await stored.container.modify(all.map { RecordOperation(.create, $0) }).allSatisfy { $0.error == nil })
    let store = LateStore(store: stored.container, late: Set(missing.map(\.name)))
    let reader = CatalogReader(store, layout: .publicCatalog, schema: stored.container.schema)
    var audit = CatalogAudit(
      reader, container: "c", articles: ArticleSettings(.publicCatalog), asOf: StoredArticles.start)
    let outcome = try await audit.run([.catalog])
    let found = Set(outcome.findings.map(\.diagnostic.rule)).intersection(Self.rules)
    #expect(found == (exists ? ["collection-missing-feed"] : Set(Self.rules)))
    // The fix for what is gone keeps what is late.
    let kept = outcome.fixes.first { $0.recordName == "best" }?.operation.record["feeds"]?.references
    #expect(kept?.map(\.recordName) == (exists ? ["late-feed"] : []))
  }
}
