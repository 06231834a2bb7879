import Catalog
import CloudKitRecords

/// Reader for the publication dates of recent articles.
struct PublicationDates: Sendable {
  private let reader: CatalogReader
  private let isRecent: Filter
  private let hasArticles: Bool

  /// Why articles cannot be read; `nil` if they can be read or the catalog has none.
  let obstacle: String?

  /// Checks once whether the catalog has recent articles, because most catalogs are scored without articles.
  /// - Parameter days: maximum age of the dates; `nil` if no dates are needed.
  init(_ reader: CatalogReader, days: Double?, asOf: Timestamp) async throws(RecordStoreError) {
    self.reader = reader
    let window = Int64((days ?? 0) * 86_400_000)
    let earliest = asOf.milliseconds.subtractingReportingOverflow(window)
    isRecent = Filter(
      reader.layout.articleDateField, .greaterThan,
      .timestamp(Timestamp(milliseconds: earliest.overflow ? .min : earliest.partialValue)))
    guard days != nil else {
      hasArticles = false
      obstacle = nil
      return
    }
    let probe = Query(
      reader.layout.articleType, filters: [isRecent], desiredFields: [reader.layout.articleDateField], limit: 1)
    do throws(RecordStoreError) {
      let page = try await reader.store.query(probe, after: nil)
      hasArticles = !page.records.isEmpty || page.next != nil
      obstacle = nil
    } catch {
      guard error.isRefusal else { throw error }
      hasArticles = false
      obstacle = "articles cannot be read, what they tell is unknown: \(error)"
    }
  }

  /// Returns the dates of recent articles of the given feeds.
  func dates(of feeds: [RecordName]) async throws(RecordStoreError) -> [RecordName: [Timestamp]] {
    var dates: [RecordName: [Timestamp]] = [:]
    guard hasArticles, !feeds.isEmpty else { return dates }
    let (layout, field) = (reader.layout, ArticleField.feedReference)
    try await reader.forEachPage(
      of: .articles, where: field, in: feeds.map { field.reference(to: $0, in: layout) }, and: [isRecent],
      fields: [field, ArticleField.publishedDate]
    ) { records in
      for record in records {
        guard let feed = record.articleFeed(in: layout), let date = record[layout.articleDateField]?.timestamp else {
          continue
        }
        dates[feed, default: []].append(date)
      }
    }
    return dates
  }
}
