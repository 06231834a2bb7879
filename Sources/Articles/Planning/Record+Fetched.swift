package import Catalog
package import CloudKitRecords

extension Record {
  /// Whether the article was fetched, and created, more than a day after a time.
  package func wasFetched(after time: Timestamp, in layout: CatalogLayout) -> Bool {
    let latest = time.milliseconds + 86_400_000
    let times = [self[ArticleField.fetchedAt, layout]?.timestamp, created?.at].compactMap(\.self)
    return !times.isEmpty && times.allSatisfy { $0.milliseconds > latest }
  }
}
