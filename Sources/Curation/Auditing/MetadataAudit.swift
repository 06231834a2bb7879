import Catalog
import CloudKitRecords
import Diagnostics

/// An audit of metadata records: each belongs to a feed, each feed has one, and their values are valid.
struct MetadataAudit {
  private static let health: Set<String> = ["healthy", "degraded", "down"]

  private let feeds: Set<RecordName>
  private let counts: [RecordName: Double]
  private var described: [RecordName: RecordName] = [:]

  /// - Parameter counts: The subscriber counts in feeds.
  init(feeds: Set<RecordName>, counts: [RecordName: Double]) {
    self.feeds = feeds
    self.counts = counts
  }

  mutating func look(at record: Record, _ outcome: inout CatalogAudit.Outcome) {
    let field = MetadataField.feedReference
    if let feed = record[field]?.reference?.recordName {
      if !feeds.contains(feed) {
        let ratings = record[MetadataField.ratingCount]?.int64 ?? 0
        let loss = ratings == 0 ? "" : "; the record holds \(Int(ratings).of("rating"))"
        outcome.add(
          .orphanedMetadata, record, field: field.name, "the feed '\(feed)' does not exist\(loss)",
          fix: record.deletion(title: record.name.rawValue))
        return
      }
      if let other = described[feed] {
        outcome.add(.severalMetadata, record, field: field.name, "the feed '\(feed)' also has the record '\(other)'")
      } else {
        described[feed] = record.name
      }
      let count = MetadataField.subscriberCount
      if let own = record[count]?.number, let other = counts[feed], own != other {
        outcome.add(
          .countMismatch, record, field: count.name,
          "\(ValueAudit.shown(own)) here, but \(ValueAudit.shown(other)) in the feed '\(feed)'")
      }
    }
    let status = MetadataField.healthStatus
    if let health = record[status]?.string, !Self.health.contains(health) {
      outcome.add(.unknownHealth, record, field: status.name, "'\(health)' is not healthy, degraded, or down")
    }
  }

  /// Finds feeds without a metadata record after all records are read.
  func finish(_ outcome: inout CatalogAudit.Outcome) {
    for feed in feeds.filter({ described[$0] == nil }).sorted() {
      let record = Record(
        type: CatalogTable.metadata.recordType, name: CatalogName.metadata(of: feed),
        fields: [MetadataField.feedReference.name: .reference(Reference(feed))])
      outcome.add(
        .missingMetadata, Record(type: CatalogTable.feeds.recordType, name: feed), "the feed has no metadata record",
        fix: PlannedChange(RecordOperation(.create, record), title: feed.rawValue))
    }
  }
}
