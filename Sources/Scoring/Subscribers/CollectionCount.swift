import Catalog
package import CloudKitRecords

/// How many imported a collection, and what is published of it.
package struct CollectionCount: Hashable, Sendable {
  /// The name to show; `nil` where there is no such collection.
  package let title: String?
  /// Its record name; `nil` where there is none.
  package let recordName: RecordName?
  /// The raw number.
  package let counted: Int
  /// What is published of it.
  package let published: Int
  /// What it published before.
  package let old: Int?
  /// Whether another number would be published, but that this period's is out already.
  package let isHeld: Bool
  let change: PlannedChange?

  /// The collections that numbers of imports are given for, by record name or slug.
  /// - Parameter period: the period that they are published for, unless one is given with them.
  static func read(
    _ imports: [CountTable.Imports], by rule: PublicationRule, in period: String, of reader: CatalogReader
  ) async throws(RecordStoreError) -> [CollectionCount] {
    let names = imports.map { given in
      [RecordName(given.collection)] + (Slug(rawValue: given.collection).map { [CatalogName.collection($0)] } ?? [])
    }
    let declared = reader.schema.declared(
      [FeedCollection.Field.title.rawValue, SubscriberChanges.countField, SubscriberChanges.periodField],
      of: FeedCollection.recordType)
    let found = try await reader.store.lookup(
      names.flatMap { $0 }.filter { $0.problem == nil }, desiredFields: declared)
    return zip(imports, names).map { given, names in
      let record = names.lazy.compactMap { found[$0] }.first { $0.type == FeedCollection.recordType }
      return CollectionCount(
        counted: given.count, published: rule.published(given.count), in: given.period ?? period, of: record,
        remembersPeriod: declared.contains(SubscriberChanges.periodField))
    }
  }

  private init(counted: Int, published: Int, in period: String, of record: Record?, remembersPeriod: Bool) {
    self.counted = counted
    recordName = record?.name
    title = record?[FeedCollection.Field.title.rawValue]?.string
    old = record?[SubscriberChanges.countField]?.int64.flatMap { Int(exactly: $0) }
    if let old, let last = record?[SubscriberChanges.periodField]?.string, last >= period {
      self.published = old
      isHeld = old != published
      change = nil
      return
    }
    self.published = published
    isHeld = false
    guard let record, record[SubscriberChanges.countField] != .int64(Int64(published)) else {
      change = nil
      return
    }
    var fields: RecordFields = [SubscriberChanges.countField: .int64(Int64(published))]
    if remembersPeriod { fields[SubscriberChanges.periodField] = .string(period) }
    change = record.change(fields, title: title)
  }
}
