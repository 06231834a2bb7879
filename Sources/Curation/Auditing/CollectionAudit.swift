import Catalog
import CloudKitRecords

/// An audit of collections: feeds must exist and be listed once.
struct CollectionAudit {
  let feeds: Set<RecordName>
  let asOf: Timestamp

  /// Checks a collection.
  func look(at record: Record, _ outcome: inout CatalogAudit.Outcome) {
    let field = CollectionField.feeds.name
    let members = (record.fields[field]?.list ?? []).compactMap { $0.reference?.recordName }
    if members.isEmpty { outcome.add(.emptyCollection, record, field: field, "the collection has no feeds") }
    var seen: Set<RecordName> = []
    let kept = members.filter { feeds.contains($0) && seen.insert($0).inserted }
    let fix = record.change(
      [
        field: .list(kept.map { .reference(Reference($0)) }),
        CollectionField.updatedAt.name: .timestamp(asOf),
      ], title: ValueAudit.title(of: record))
    var met: Set<RecordName> = []
    for member in members {
      if !met.insert(member).inserted {
        outcome.add(.collectionRepeatedFeed, record, field: field, "duplicate feed '\(member)'", fix: fix)
      } else if !feeds.contains(member) {
        outcome.add(.collectionMissingFeed, record, field: field, "the feed '\(member)' does not exist", fix: fix)
      }
    }
  }
}
