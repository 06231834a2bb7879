package import Catalog
package import CloudKitRecords

/// The newest articles of feeds, read in one walk over the articles, which keeps no others.
package struct NewestArticles: Sendable {
  package struct Article: Hashable, Sendable {
    package let title: String
    /// The address of the article's page, if it is a web address.
    package let link: String?
    package let published: Timestamp?
  }

  private var articles: [RecordName: [Article]] = [:]

  /// - Parameter count: The number of articles to keep per feed.
  package init(_ reader: CatalogReader, of feeds: Set<RecordName>, count: Int) async throws(RecordStoreError) {
    let layout = reader.layout
    guard reader.declares(layout.articleType) else { return }
    let fields = [ArticleField.title, ArticleField.url, ArticleField.publishedDate, ArticleField.feedReference]
    var newest = articles
    try await reader.forEachPage(of: .articles, fields: fields) { page in
      for record in page {
        guard let feed = record.articleFeed(in: layout), feeds.contains(feed) else { continue }
        Self.keep(Article(record, in: layout), in: &newest[feed, default: []], atMost: count)
      }
    }
    articles = newest
  }

  /// The articles of a feed, the newest first.
  package subscript(feed: RecordName) -> [Article] { articles[feed] ?? [] }

  private static func keep(_ article: Article, in articles: inout [Article], atMost count: Int) {
    if articles.count == count, let last = articles.last, last.isBefore(article) { return }
    articles.insert(article, at: articles.firstIndex { article.isBefore($0) } ?? articles.endIndex)
    if articles.count > count { articles.removeLast() }
  }
}

extension NewestArticles.Article {
  fileprivate init(_ record: Record, in layout: CatalogLayout) {
    title = record[ArticleField.title]?.string ?? ""
    link = record[ArticleField.url]?.string.flatMap(WebLink.address)
    published = record[ArticleField.publishedDate, layout]?.timestamp
  }

  /// Whether the article is listed before another: it is newer, or its title or address decides.
  fileprivate func isBefore(_ other: Self) -> Bool {
    let dates = (published?.milliseconds ?? .min, other.published?.milliseconds ?? .min)
    return dates.0 != dates.1 ? dates.0 > dates.1 : (title, link ?? "") < (other.title, other.link ?? "")
  }
}
