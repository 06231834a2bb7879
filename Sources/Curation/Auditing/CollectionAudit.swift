import Catalog
import CloudKitRecords

/// Looks at collections: that their feeds exist, once each.
struct CollectionAudit {
  private let feeds: Set<RecordName>
  private let asOf: Timestamp

  init(feeds: Set<RecordName>, asOf: Timestamp) {
    self.feeds = feeds
    self.asOf = asOf
  }

  /// Looks at one.
  func look(at record: Record, _ outcome: inout CatalogAudit.Outcome) {
    do {
      _ = try FeedCollection(record: record)
    } catch {
      outcome.add(.unreadableRecord, record, "\(error)")
    }
    let field = FeedCollection.Field.feeds.rawValue
    ValueAudit.flag(FeedCollection.Field.isFeatured.rawValue, of: record, &outcome)
    ValueAudit.range(FeedCollection.Field.subscriberCount.rawValue, 0...1e10, of: record, &outcome)
    let members = (record.fields[field]?.list ?? []).compactMap { $0.reference?.recordName }
    if members.isEmpty { outcome.add(.emptyCollection, record, field: field, "the collection has no feed") }
    var seen: Set<RecordName> = []
    let kept = members.filter { feeds.contains($0) && seen.insert($0).inserted }
    let fix = record.change(
      [
        field: .list(kept.map { .reference(Reference($0)) }),
        FeedCollection.Field.updatedAt.rawValue: .timestamp(asOf),
      ], title: ValueAudit.title(of: record))
    var met: Set<RecordName> = []
    for member in members {
      if !met.insert(member).inserted {
        outcome.add(.collectionRepeatedFeed, record, field: field, "the feed '\(member)' is in it twice", fix: fix)
      } else if !feeds.contains(member) {
        outcome.add(.collectionMissingFeed, record, field: field, "the feed '\(member)' does not exist", fix: fix)
      }
    }
  }
}
