import Catalog
import CloudKitRecords

/// What turns counts into changes, now and after a conflict.
struct SubscriberChanges: Sendable {
  let reader: CatalogReader
  let table: CountTable?
  let period: String

  /// All types that have these fields call them alike.
  static let countField = PublicFeed.Field.subscriberCount.rawValue
  static let periodField = FeedMetadata.Field.subscriberPeriod.rawValue
  private static let average = FeedMetadata.Field.averageRating.rawValue
  private static let ratings = FeedMetadata.Field.ratingCount.rawValue

  /// Whether the catalogue has a place for the period; one made long ago, and CelestraKit's, has none.
  var remembersPeriods: Bool {
    reader.layout == .publicCatalog && !reader.schema.declared([Self.periodField], of: FeedMetadata.recordType).isEmpty
  }

  func changes(_ count: SubscriberCount) -> [PlannedChange] {
    var changes: [PlannedChange] = []
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
      let record = Record(type: FeedMetadata.recordType, name: metadata.recordName, changeTag: metadata.changeTag)
      changes.append(record.change(fields, clearing: cleared, title: entry.title))
    }
    if count.changesFeed { changes.append(change(of: entry, to: count.published)) }
    return changes
  }

  /// Changes of records that another writer has changed. A count that another run has published for the period stays.
  @Sendable func again(_ changes: [PlannedChange]) async throws(RecordStoreError) -> [PlannedChange] {
    var again = try await againOfFeeds(changes.filter { $0.recordType == reader.layout.feedType })
    let others = changes.filter { $0.recordType != reader.layout.feedType }
    for (type, changes) in Dictionary(grouping: others, by: \.recordType) {
      let fields = reader.schema.declared([Self.countField, Self.periodField, Self.average, Self.ratings], of: type)
      let found = try await reader.store.lookup(changes.map(\.recordName), desiredFields: fields)
      for change in changes {
        guard let record = found[change.recordName] else { continue }
        var wanted = change.operation
        let period = wanted.record.fields[Self.periodField]
        if let new = period?.string, let out = record[Self.periodField]?.string, out >= new { continue }
        wanted.record[Self.periodField] = nil
        if wanted.isApplied(to: record) { continue }
        wanted.record[Self.periodField] = period
        again.append(record.change(wanted.record.fields, clearing: wanted.cleared, title: change.title))
      }
    }
    return again
  }

  /// A feed says what its metadata does, which knows the period.
  private func againOfFeeds(_ changes: [PlannedChange]) async throws(RecordStoreError) -> [PlannedChange] {
    if changes.isEmpty { return [] }
    let wanted = Dictionary(
      changes.map { ($0.recordName, Int($0.operation.record[Self.countField]?.int64 ?? 0)) },
      uniquingKeysWith: { first, _ in first })
    return try await reader.page(named: changes.map(\.recordName)).entries.compactMap { entry in
      guard var published = wanted[entry.recordName] else { return nil }
      if let metadata = entry.metadata, let last = metadata.subscriberPeriod, last >= period(of: entry) {
        published = metadata.subscriberCount ?? published
      }
      return entry.subscriberCount == published ? nil : change(of: entry, to: published)
    }
  }

  private func period(of entry: FeedEntry) -> String { table?.figures(of: entry)?.figures.period ?? period }

  private func change(of feed: FeedEntry, to published: Int) -> PlannedChange {
    Record(type: reader.layout.feedType, name: feed.recordName, changeTag: feed.changeTag)
      .change([Self.countField: .int64(Int64(published))], title: feed.title)
  }
}
