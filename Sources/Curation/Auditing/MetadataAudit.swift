import Catalog
import CloudKitRecords

/// Looks at metadata records: that each is of a feed, each feed has one, and what they hold.
struct MetadataAudit {
  private static let health: Set<String> = ["healthy", "degraded", "down"]

  private let feeds: Set<RecordName>
  private var described: [RecordName: RecordName] = [:]

  init(feeds: Set<RecordName>) { self.feeds = feeds }

  /// Looks at one.
  mutating func look(at record: Record, _ outcome: inout CatalogAudit.Outcome) {
    let field = FeedMetadata.Field.feedReference.rawValue
    do {
      _ = try FeedMetadata(record: record)
    } catch {
      outcome.add(.unreadableRecord, record, "\(error)")
    }
    if let feed = record.fields[field]?.reference?.recordName {
      if !feeds.contains(feed) {
        outcome.add(
          .orphanedMetadata, record, field: field, "the feed '\(feed)' does not exist",
          fix: record.deletion(title: record.name.rawValue))
        return
      }
      if let other = described[feed] {
        outcome.add(.severalMetadata, record, field: field, "the feed '\(feed)' has the record '\(other)' too")
      } else {
        described[feed] = record.name
      }
    }
    ValueAudit.measurements(of: record, &outcome)
    ValueAudit.range(FeedMetadata.Field.subscriberCount.rawValue, 0...1e10, of: record, &outcome)
    ValueAudit.range(FeedMetadata.Field.averageRating.rawValue, 0...5, of: record, &outcome)
    ValueAudit.range(FeedMetadata.Field.ratingCount.rawValue, 0...1e10, of: record, &outcome)
    ValueAudit.range(FeedMetadata.Field.uptimePercentage.rawValue, 0...100, of: record, &outcome)
    ValueAudit.range(FeedMetadata.Field.averageArticlesPerWeek.rawValue, 0...1e6, of: record, &outcome)
    let status = FeedMetadata.Field.healthStatus.rawValue
    if let health = record.fields[status]?.string, !Self.health.contains(health) {
      outcome.add(.unknownHealth, record, field: status, "'\(health)' is none of healthy, degraded and down")
    }
  }

  /// Looks for feeds without a record once all are known.
  func finish(_ outcome: inout CatalogAudit.Outcome) {
    for feed in feeds.filter({ described[$0] == nil }).sorted() {
      let record = Record(
        type: FeedMetadata.recordType, name: CatalogName.metadata(of: feed),
        fields: [FeedMetadata.Field.feedReference.rawValue: .reference(Reference(feed))])
      outcome.add(
        .missingMetadata, Record(type: PublicFeed.recordType, name: feed), "the feed has no metadata record",
        fix: PlannedChange(RecordOperation(.create, record), title: feed.rawValue))
    }
  }
}
