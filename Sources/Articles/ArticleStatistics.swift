package import Catalog
package import CloudKitRecords

/// The stored articles of a catalog by feed.
package struct ArticleStatistics: Sendable {
  package struct Feed: Sendable {
    package internal(set) var articles = 0
    /// The publication date of the newest article.
    package internal(set) var newest: Timestamp?
    package internal(set) var withPicture = 0, withText = 0
    package internal(set) var expired = 0
    /// The number of articles published in the last `days`.
    package internal(set) var recent = 0
    package internal(set) var words = 0
    package internal(set) var creators: [RecordName: Int] = [:]

    /// The publication date of the oldest article.
    var oldest: Timestamp?

    /// The number of articles per week in the last 84 days, or since the oldest article if that is later.
    package internal(set) var perWeek = 0.0
  }

  /// The days over which articles are counted.
  private static let days = 84.0

  package private(set) var feeds: [RecordName: Feed] = [:]
  package private(set) var withoutFeed = 0
  private var creators: [RecordName: Int] = [:]

  /// Reads the articles of a catalog. The bytes are unknown, because texts are not read.
  package init(_ reader: CatalogReader, feeds names: [RecordName]?, asOf: Timestamp) async throws(RecordStoreError) {
    let layout = reader.layout
    let fields = [
      ArticleField.feedReference, ArticleField.publishedDate, ArticleField.imageURL, ArticleField.wordCount,
      ArticleField.expiresAt,
    ]
    let recent = asOf.milliseconds - Int64(Self.days) * 86_400_000
    func add(_ page: [Record]) { for record in page { self.add(record, layout, recent: recent, asOf: asOf) } }
    if let names {
      let values = names.map { ArticleField.feedReference.reference(to: $0, in: layout) }
      try await reader.forEachPage(of: .articles, where: ArticleField.feedReference, in: values, fields: fields, add)
    } else {
      try await reader.forEachPage(of: .articles, fields: fields, add)
    }
    for (name, feed) in feeds {
      let days = feed.oldest.map { asOf.seconds(since: $0) / 86_400 } ?? Self.days
      feeds[name]?.perWeek = Double(feed.recent) / (min(Self.days, max(1, days)) / 7)
    }
  }

  private mutating func add(_ record: Record, _ layout: CatalogLayout, recent: Int64, asOf: Timestamp) {
    guard let name = record.articleFeed(in: layout) else {
      withoutFeed += 1
      return
    }
    var feed = feeds[name] ?? Feed()
    feed.articles += 1
    if let date = record[ArticleField.publishedDate, layout]?.timestamp {
      feed.newest = max(feed.newest ?? date, date)
      feed.oldest = min(feed.oldest ?? date, date)
      if date.milliseconds >= recent { feed.recent += 1 }
    }
    if record[ArticleField.imageURL, layout] != nil { feed.withPicture += 1 }
    if let words = record[ArticleField.wordCount, layout]?.int64 {
      feed.withText += 1
      feed.words += Int(min(max(0, words), 1_000_000_000))
    }
    if let date = record[ArticleField.expiresAt, layout]?.timestamp, date <= asOf { feed.expired += 1 }
    if let creator = record.created?.by {
      feed.creators[creator, default: 0] += 1
      creators[creator, default: 0] += 1
    }
    feeds[name] = feed
  }

  /// Returns the number of a feed's articles that the user with the most articles did not create. Users are not named.
  package func byOthers(_ feed: Feed) -> Int {
    let main = creators.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    return feed.creators.reduce(0) { $1.key == main ? $0 : $0 + $1.value }
  }
}
