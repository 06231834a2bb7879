import Catalog
import CloudKitRecords

/// What turns counts into changes, now and after a conflict.
struct SubscriberChanges: Sendable {
  let reader: CatalogReader

  /// All three types call the field alike.
  static let count = PublicFeed.Field.subscriberCount.rawValue
  private static let period = FeedMetadata.Field.subscriberPeriod.rawValue
  private static let average = FeedMetadata.Field.averageRating.rawValue
  private static let ratings = FeedMetadata.Field.ratingCount.rawValue

  /// Whether the catalogue has a place for the period; one made long ago, and CelestraKit's, has none.
  var remembersPeriods: Bool {
    reader.layout == .publicCatalog && !reader.schema.declared([Self.period], of: FeedMetadata.recordType).isEmpty
  }

  func operations(_ count: SubscriberCount) -> [RecordOperation] {
    var operations: [RecordOperation] = []
    let entry = count.entry
    if count.changesFeed {
      let record = Record(
        type: reader.layout.feedType, name: entry.recordName, changeTag: entry.changeTag,
        fields: [Self.count: .int64(Int64(count.published))])
      operations.append(RecordOperation(.update, record))
    }
    if count.changesMetadata, let metadata = entry.metadata {
      var fields: RecordFields = [Self.count: .int64(Int64(count.published))]
      var cleared: Set<String> = []
      if remembersPeriods { fields[Self.period] = .string(count.period) }
      if count.changesRating, let rating = count.rating {
        fields[Self.ratings] = .int64(Int64(rating.count))
        if let average = rating.average { fields[Self.average] = .double(average) } else { cleared = [Self.average] }
      }
      let record = Record(
        type: FeedMetadata.recordType, name: metadata.recordName, changeTag: metadata.changeTag, fields: fields)
      operations.append(RecordOperation(.update, record, clearing: cleared))
    }
    return operations
  }

  /// Changes of records that somebody else changed meanwhile. Where another run has published this period's count, that
  /// one stands.
  func again(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordOperation] {
    var again: [RecordOperation] = []
    for (type, operations) in Dictionary(grouping: operations, by: \.record.type) {
      let fields = reader.schema.declared([Self.count, Self.period, Self.average, Self.ratings], of: type)
      let found = try await reader.store.lookup(operations.map(\.record.name), desiredFields: fields)
      for operation in operations {
        guard let record = found[operation.record.name] else { continue }
        let wanted = operation.record.fields
        if let new = wanted[Self.period]?.string, let out = record[Self.period]?.string, out >= new { continue }
        let isDone =
          wanted.allSatisfy { $0.key == Self.period || record[$0.key] == $0.value }
          && operation.cleared.allSatisfy { record[$0] == nil }
        if isDone { continue }
        var operation = operation
        operation.record.changeTag = record.changeTag
        again.append(operation)
      }
    }
    return again
  }
}
