import Catalog
import Syndication
import Testing

@testable import Discovery

/// The shape of a page, and the feed to list for it.
struct PageShape: CustomTestStringConvertible {
  let name: String
  var url = "https://example.org/"
  var html = ""
  var headers: [String] = []
  /// The address of the best candidate; `nil` if the page has none.
  let best: String?
  /// The number of candidates, if the test says it.
  var count: Int?

  init(
    _ name: String, at url: String = "https://example.org/", _ html: String, headers: [String] = [],
    best: String?, count: Int? = nil
  ) {
    self.name = name
    self.url = url
    self.html = html
    self.headers = headers
    self.best = best
    self.count = count
  }

  var testDescription: String { name }

  var candidates: [FeedCandidate] {
    FeedCandidate.candidates(
      of: WebPage(Array(html.utf8), contentType: "text/html; charset=utf-8", url: url), at: url, headers: headers)
  }

  /// Returns a page with a head.
  static func head(_ head: String, body: String = "") -> String {
    "<!DOCTYPE html><html lang=\"en\"><head><meta charset=utf-8><title>Example</title>\(head)</head>"
      + "<body>\(body)</body></html>"
  }

  /// Returns a declaration of a feed.
  static func link(_ href: String, _ title: String = "", type: String = "application/rss+xml") -> String {
    "<link rel=\"alternate\" type=\"\(type)\" title=\"\(title)\" href=\"\(href)\">"
  }

  static let atom = "application/atom+xml"
  static let json = "application/feed+json"
}
