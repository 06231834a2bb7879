import Catalog
import CloudKitRecords

/// Conversion of counts to changes, both initially and after a conflict.
struct SubscriberChanges: Sendable {
  let reader: CatalogReader
  let table: CountTable?
  let period: String

  /// Field name, the same in all record types that have the field.
  static let countField = FeedField.subscriberCount.name
  static let periodField = MetadataField.subscriberPeriod.name
  private static let average = MetadataField.averageRating.name
  private static let ratings = MetadataField.ratingCount.name

  /// Whether the catalog can store the period. Older containers and CelestraKit's schema cannot.
  var remembersPeriods: Bool {
    guard let type = CatalogTable.metadata.type(in: reader.layout) else { return false }
    return !reader.schema.declared([Self.periodField], of: type).isEmpty
  }

  func changes(_ count: SubscriberCount) -> [PlannedChange] {
    var changes: [PlannedChange] = []
    let entry = count.entry
    // Metadata comes first, so that a run stopped between the two writes does not publish a count twice in a period.
    if count.changesMetadata, let metadata = entry.metadata {
      var fields: RecordFields = count.isCounted ? [Self.countField: .int64(Int64(count.published))] : [:]
      var cleared: Set<String> = []
      if remembersPeriods, count.isCounted { fields[Self.periodField] = .string(count.period) }
      if count.changesRating, let rating = count.rating {
        fields[Self.ratings] = .int64(Int64(rating.count))
        if let average = rating.average { fields[Self.average] = .double(average) } else { cleared = [Self.average] }
      }
      let type = CatalogTable.metadata.recordType
      let record = Record(type: type, name: metadata.recordName, changeTag: metadata.changeTag)
      changes.append(record.change(fields, clearing: cleared, title: entry.title))
    }
    if count.changesFeed { changes.append(change(of: entry, to: count.published)) }
    return changes
  }

  /// Plans changes again for records that another writer changed. A count that another run published for the period
  /// stays.
  @Sendable func replan(_ changes: [PlannedChange]) async throws(RecordStoreError) -> [PlannedChange] {
    var again = try await replanFeeds(changes.filter { $0.recordType == reader.layout.feedType })
    let others = changes.filter { $0.recordType != reader.layout.feedType }
    for (type, changes) in Dictionary(grouping: others, by: \.recordType) {
      let fields = reader.schema.declared([Self.countField, Self.periodField, Self.average, Self.ratings], of: type)
      let found = try await reader.store.lookup(changes.map(\.recordName), desiredFields: fields)
      for change in changes {
        guard let record = found[change.recordName] else { continue }
        var wanted = change.operation
        let period = wanted.record.fields[Self.periodField]
        if let new = period?.string, let out = record[Self.periodField]?.string,
          PublicationPeriod.holds(out, in: new)
        {
          continue
        }
        wanted.record[Self.periodField] = nil
        if wanted.isApplied(to: record) { continue }
        wanted.record[Self.periodField] = period
        again.append(record.change(wanted.record.fields, clearing: wanted.cleared, title: change.title))
      }
    }
    return again
  }

  /// Plans changes of feeds again. A feed repeats the count of its metadata, which stores the period.
  private func replanFeeds(_ changes: [PlannedChange]) async throws(RecordStoreError) -> [PlannedChange] {
    if changes.isEmpty { return [] }
    let wanted = Dictionary(
      changes.map { ($0.recordName, Int($0.operation.record[Self.countField]?.int64 ?? 0)) },
      uniquingKeysWith: { first, _ in first })
    return try await reader.page(named: changes.map(\.recordName)).entries.compactMap { entry in
      guard var published = wanted[entry.recordName] else { return nil }
      if let metadata = entry.metadata, let last = metadata.subscriberPeriod,
        PublicationPeriod.holds(last, in: period(of: entry))
      {
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
