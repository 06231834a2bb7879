package import Catalog
package import CloudKitRecords
import CloudKitSchema

/// Deletes articles that have expired.
package struct ArticlePruning: Sendable {
  private let reader: CatalogReader
  private let asOf: Timestamp

  package init(_ reader: CatalogReader, asOf: Timestamp) {
    self.reader = reader
    self.asOf = asOf
  }

  private var expiry: String { ArticleField.expiresAt.name(in: reader.layout) ?? ArticleField.expiresAt.name }

  /// Plans the deletion of expired articles, first expired first, with the change tags of the versions that expired.
  package func expired() async throws(RecordStoreError) -> [PlannedChange] {
    let type = reader.layout.articleType
    let indexes = reader.schema.recordType(named: type)?.field(named: expiry)?.indexes ?? []
    guard indexes.isSuperset(of: [.queryable, .sortable]) else {
      throw .badRequest(
        reason: "\(type) has no QUERYABLE SORTABLE index on \(expiry) in the schema, so what expired cannot be found")
    }
    let query = Query(
      type, filters: [Filter(expiry, .lessThanOrEquals, .timestamp(asOf))], sorts: [Sort(expiry)],
      desiredFields: [])
    var changes: [PlannedChange] = []
    try await reader.store.forEachPage(of: query) { (page) throws(RecordStoreError) in
      changes += page.map { $0.deletion() }
    }
    return changes
  }

  /// Plans the deletion of changed articles again: an article that was renewed stays.
  package var replan: ChangeRun.Replan {
    let (store, expiry, asOf) = (reader.store, expiry, asOf)
    return { (conflicts) async throws(RecordStoreError) in
      let found = try await store.lookup(conflicts.map(\.recordName), desiredFields: [expiry])
      return conflicts.compactMap { conflict in
        guard let record = found[conflict.recordName], let date = record[expiry]?.timestamp, date <= asOf else {
          return nil
        }
        return record.deletion()
      }
    }
  }
}
