import Catalog
package import CloudKitRecords

/// Number of imports of a collection, with the value to publish.
package struct CollectionCount: Hashable, Sendable {
  /// Display name; `nil` if the collection does not exist.
  package let title: String?
  /// Record name; `nil` if the collection does not exist.
  package let recordName: RecordName?
  package let counted: Int
  package let published: Int
  /// Previously published count.
  package let old: Int?
  /// Whether a different count waits because this period's count is already published.
  package let isHeld: Bool
  let change: PlannedChange?

  /// Returns the counts of the collections with imports, by record name or slug.
  /// - Parameter period: period to publish counts for, unless the source specifies one.
  static func read(
    _ imports: [CountTable.Imports], by rule: PublicationRule, in period: String, of reader: CatalogReader
  ) async throws(RecordStoreError) -> [CollectionCount] {
    let names = imports.map { given in
      [RecordName(given.collection)] + (Slug(rawValue: given.collection).map { [CatalogName.collection($0)] } ?? [])
    }
    let declared = reader.schema.declared(
      [CollectionField.title.name, SubscriberChanges.countField, SubscriberChanges.periodField],
      of: CatalogTable.collections.recordType)
    let found = try await reader.store.lookup(
      names.flatMap { $0 }.filter { $0.problem == nil }, desiredFields: declared)
    return zip(imports, names).map { given, names in
      let record = names.lazy.compactMap { found[$0] }.first { $0.type == CatalogTable.collections.recordType }
      return CollectionCount(
        counted: given.count, published: rule.published(given.count), in: given.period ?? period, of: record,
        remembersPeriod: declared.contains(SubscriberChanges.periodField))
    }
  }

  private init(counted: Int, published: Int, in period: String, of record: Record?, remembersPeriod: Bool) {
    self.counted = counted
    recordName = record?.name
    title = record?[CollectionField.title]?.string
    old = record?[SubscriberChanges.countField]?.int64.flatMap { Int(exactly: $0) }
    let last = record?[SubscriberChanges.periodField]?.string
    if let old, let last, PublicationPeriod.holds(last, in: period) {
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
