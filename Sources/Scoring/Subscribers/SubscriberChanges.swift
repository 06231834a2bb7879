import Catalog
import CloudKitRecords

/// What turns counts into changes, now and after a conflict.
struct SubscriberChanges: Sendable {
  let reader: CatalogReader
  let table: CountTable?
  let period: String

  /// All types that have these fields call them alike.
  static let countField = FeedField.subscriberCount.name
  static let periodField = MetadataField.subscriberPeriod.name
  private static let average = MetadataField.averageRating.name
  private static let ratings = MetadataField.ratingCount.name

  /// Whether the catalogue has a place for the period; one made long ago, and CelestraKit's, has none.
  var remembersPeriods: Bool {
    guard let type = CatalogTable.metadata.type(in: reader.layout) else { return false }
    return !reader.schema.declared([Self.periodField], of: type).isEmpty
  }

  func operations(_ count: SubscriberCount) -> [RecordOperation] {
    var operations: [RecordOperation] = []
    let entry = count.entry
    // First, so that a run that is stopped between the two does not publish a feed's count twice in a period.
    if count.changesMetadata, let metadata = entry.metadata {
      var fields: RecordFields = [Self.countField: .int64(Int64(count.published))]
      var cleared: Set<String> = []
      if remembersPeriods { fields[Self.periodField] = .string(count.period) }
      if count.changesRating, let rating = count.rating {
        fields[Self.ratings] = .int64(Int64(rating.count))
        if let average = rating.average { fields[Self.average] = .double(average) } else { cleared = [Self.average] }
      }
      let record = Record(
        type: CatalogTable.metadata.recordType, name: metadata.recordName, changeTag: metadata.changeTag, fields: fields
      )
      operations.append(RecordOperation(.update, record, clearing: cleared))
    }
    if count.changesFeed { operations.append(change(of: entry, to: count.published)) }
    return operations
  }

  /// Changes of records that somebody else changed meanwhile. Where another run has published this period's count, that
  /// one stands.
  func again(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordOperation] {
    let feeds = operations.filter { $0.record.type == reader.layout.feedType }
    var again = try await againOfFeeds(feeds)
    let others = operations.filter { $0.record.type != reader.layout.feedType }
    for (type, operations) in Dictionary(grouping: others, by: \.record.type) {
      let fields = reader.schema.declared([Self.countField, Self.periodField, Self.average, Self.ratings], of: type)
      let found = try await reader.store.lookup(operations.map(\.record.name), desiredFields: fields)
      for operation in operations {
        guard let record = found[operation.record.name] else { continue }
        let wanted = operation.record.fields
        if let new = wanted[Self.periodField]?.string, let out = record[Self.periodField]?.string, out >= new {
          continue
        }
        let isDone =
          wanted.allSatisfy { $0.key == Self.periodField || record[$0.key] == $0.value }
          && operation.cleared.allSatisfy { record[$0] == nil }
        if isDone { continue }
        var operation = operation
        operation.record.changeTag = record.changeTag
        again.append(operation)
      }
    }
    return again
  }

  /// A feed says what its metadata does, which knows the period.
  private func againOfFeeds(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordOperation] {
    if operations.isEmpty { return [] }
    let wanted = Dictionary(
      operations.map { ($0.record.name, Int($0.record[Self.countField]?.int64 ?? 0)) },
      uniquingKeysWith: { first, _ in first })
    return try await reader.page(named: operations.map(\.record.name)).entries.compactMap { entry in
      guard var published = wanted[entry.recordName] else { return nil }
      if let metadata = entry.metadata, let last = metadata.subscriberPeriod, last >= period(of: entry) {
        published = metadata.subscriberCount ?? published
      }
      return entry.subscriberCount == published ? nil : change(of: entry, to: published)
    }
  }

  private func period(of entry: FeedEntry) -> String { table?.figures(of: entry)?.figures.period ?? period }

  private func change(of feed: FeedEntry, to published: Int) -> RecordOperation {
    let record = Record(
      type: reader.layout.feedType, name: feed.recordName, changeTag: feed.changeTag,
      fields: [Self.countField: .int64(Int64(published))])
    return RecordOperation(.update, record)
  }
}
