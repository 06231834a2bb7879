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
  let operation: RecordOperation?

  /// The collections that numbers of imports are given for, by record name or slug.
  static func read(
    _ imports: [CountTable.Imports], by rule: PublicationRule, in reader: CatalogReader
  ) async throws(RecordStoreError) -> [CollectionCount] {
    let names = imports.map { given in
      [RecordName(given.collection)] + (Slug(rawValue: given.collection).map { [CatalogName.collection($0)] } ?? [])
    }
    let fields = [FeedCollection.Field.title.rawValue, SubscriberChanges.count]
    let found = try await reader.store.lookup(
      names.flatMap { $0 }.filter { $0.problem == nil },
      desiredFields: reader.schema.declared(fields, of: FeedCollection.recordType))
    return zip(imports, names).map { given, names in
      let record = names.lazy.compactMap { found[$0] }.first { $0.type == FeedCollection.recordType }
      return CollectionCount(counted: given.count, published: rule.published(given.count), of: record)
    }
  }

  private init(counted: Int, published: Int, of record: Record?) {
    self.counted = counted
    self.published = published
    recordName = record?.name
    title = record?[FeedCollection.Field.title.rawValue]?.string
    old = record?[SubscriberChanges.count]?.int64.flatMap { Int(exactly: $0) }
    operation = record.flatMap { record in
      guard record[SubscriberChanges.count] != .int64(Int64(published)) else { return nil }
      let change = Record(
        type: record.type, name: record.name, changeTag: record.changeTag,
        fields: [SubscriberChanges.count: .int64(Int64(published))])
      return RecordOperation(.update, change)
    }
  }
}
