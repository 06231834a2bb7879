import Catalog
import CloudKitRecords

/// Reads when feeds published their recent articles, if the catalogue has any.
struct PublicationDates: Sendable {
  private let reader: CatalogReader
  private let isRecent: Filter
  private let hasArticles: Bool

  /// Why there are none to read; `nil` where there are, or simply no articles.
  let obstacle: String?

  /// Asks once whether there is a recent article at all: most catalogues are scored without.
  /// - Parameter days: how far back a date is of interest; `nil` where none is.
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

  /// The dates of the recent articles of some feeds.
  func dates(of feeds: [RecordName]) async throws(RecordStoreError) -> [RecordName: [Timestamp]] {
    var dates: [RecordName: [Timestamp]] = [:]
    guard hasArticles, !feeds.isEmpty else { return dates }
    let layout = reader.layout
    let isOfFeeds = Filter(
      layout.articleFeedField, .in, .list(feeds.map { ArticleField.feedReference.reference(to: $0, in: layout) }))
    let query = Query(
      layout.articleType, filters: [isOfFeeds, isRecent],
      desiredFields: [layout.articleFeedField, layout.articleDateField])
    try await reader.store.forEachPage(of: query) { (records) throws(RecordStoreError) in
      for record in records {
        let value = record[layout.articleFeedField]
        guard let feed = value?.reference?.recordName ?? value?.string.map({ RecordName($0) }),
          let date = record[layout.articleDateField]?.timestamp
        else { continue }
        dates[feed, default: []].append(date)
      }
    }
    return dates
  }
}
