import Catalog
import CloudKitRecords
import Diagnostics

/// An audit of metadata records: each belongs to a feed, each feed has one, and their values are valid.
struct MetadataAudit {
  private static let health: Set<String> = ["healthy", "degraded", "down"]

  private let feeds: Set<RecordName>
  private let counts: [RecordName: FieldValue]?
  private var described: [RecordName: RecordName] = [:]

  /// - Parameter counts: The subscriber counts in feeds; `nil` if the schema declares the field in one record type
  ///   only.
  init(feeds: Set<RecordName>, counts: [RecordName: FieldValue]?) {
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
          fix: record.deletion(title: record.name.rawValue),
          missing: .init(type: CatalogTable.feeds.recordType, name: feed))
        return
      }
      if let other = described[feed] {
        outcome.add(.severalMetadata, record, field: field.name, "the feed '\(feed)' also has the record '\(other)'")
      } else {
        described[feed] = record.name
      }
      if let counts { compare(record, of: feed, with: counts[feed], &outcome) }
    }
    let status = MetadataField.healthStatus
    if let health = record[status]?.string, !Self.health.contains(health) {
      outcome.add(.unknownHealth, record, field: status.name, "'\(health)' is not healthy, degraded, or down")
    }
  }

  /// Compares the count of a metadata record with that of its feed. Other rules report invalid counts.
  private func compare(
    _ record: Record, of feed: RecordName, with other: FieldValue?, _ outcome: inout CatalogAudit.Outcome
  ) {
    let field = MetadataField.subscriberCount
    let values = [record[field], other]
    let counts = values.map { $0?.number }
    guard counts[0] != counts[1], zip(values, counts).allSatisfy({ $0 == nil || $1.map { $0 >= 0 } == true }) else {
      return
    }
    let shown = counts.map { $0.map(ValueAudit.shown) ?? "no count" }
    outcome.add(.countMismatch, record, field: field.name, "\(shown[0]) here, but \(shown[1]) in the feed '\(feed)'")
  }

  /// Finds feeds without a metadata record after all records are read.
  func finish(_ outcome: inout CatalogAudit.Outcome) {
    for feed in feeds.filter({ described[$0] == nil }).sorted() {
      let record = Record(
        type: CatalogTable.metadata.recordType, name: CatalogName.metadata(of: feed),
        fields: [MetadataField.feedReference.name: .reference(Reference(feed))])
      outcome.add(
        .missingMetadata, Record(type: CatalogTable.feeds.recordType, name: feed), "the feed has no metadata record",
        fix: PlannedChange(RecordOperation(.create, record), title: feed.rawValue),
        missing: .init(type: record.type, name: record.name, feed: feed))
    }
  }
}
