import Catalog
import Foundation
import Syndication
import TestEnvironment
import Testing

@testable import Discovery

@Suite("The feeds of a page")
struct FeedCandidateTests {
  @Test("the best feed of each shape comes first", arguments: PageShape.rules + PageShape.sites)
  func best(shape: PageShape) {
    let candidates = shape.candidates
    #expect(candidates.first?.url.canonical == shape.best)
    if let count = shape.count { #expect(candidates.count == count) }
  }

  @Test("a page is read in time, and its links are limited")
  func hostile() {
    let link = "<link rel=alternate type=\"application/rss+xml\" href=\"/f"
    let many = PageShape("many", (0..<5000).map { link + "\($0)\">" }.joined(), best: nil)
    #expect(many.candidates.count == 200)
    let deep = PageShape("deep", String(repeating: "<div><a href=", count: 100_000), best: nil)
    #expect(deep.candidates.isEmpty)
  }

  @Test(
    "the usual addresses of services come from the address of a page",
    arguments: [
      ("https://www.youtube.com/channel/UC1", "https://www.youtube.com/feeds/videos.xml?channel_id=UC1"),
      ("https://www.youtube.com/playlist?list=PL1", "https://www.youtube.com/feeds/videos.xml?playlist_id=PL1"),
      ("https://medium.com/@a/post-1", "https://medium.com/feed/@a"),
      ("https://a.medium.com/x", "https://a.medium.com/feed"),
      ("https://a.substack.com/p/x", "https://a.substack.com/feed"),
      ("https://github.com/o/r/tree/main", "https://github.com/o/r/releases.atom"),
      ("https://github.com/o", "https://github.com/o.atom"),
      ("https://bsky.app/profile/a.example", "https://bsky.app/profile/a.example/rss"),
      ("https://social.example/@a", "https://social.example/@a.rss"),
      ("https://www.reddit.com/r/swift/top", "https://www.reddit.com/r/swift/.rss"),
      ("https://a.blogspot.com/2026/11/x.html", "https://a.blogspot.com/feeds/posts/default"),
      ("https://a.tumblr.com/", "https://a.tumblr.com/rss"), ("https://dev.to/a/post", "https://dev.to/feed/a"),
      ("https://gitlab.com/o/r", "https://gitlab.com/o/r/-/tags?format=atom"),
      ("https://example.org/", "https://example.org/feed"),
      ("https://example.org:8443/a", "https://example.org:8443/a/feed"),
    ])
  func services(page: String, feed: String) throws {
    #expect(KnownAddresses.candidates(for: try FeedURL(page), page: nil).first?.url.canonical == feed)
  }

  @Test(
    "the usual addresses of programs come from the name of the program",
    arguments: [
      ("WordPress 6.6", "feed/"), ("Ghost 5.82", "rss/"), ("Hugo 0.130.0", "index.xml"), ("Jekyll v4.3.3", "feed.xml"),
      ("Eleventy v2", "feed/feed.xml"), ("Discourse 3", "latest.rss"), ("Unknown 1", "feed"),
    ])
  func programs(generator: String, feed: String) throws {
    let html = "<meta name=\"generator\" content=\"\(generator)\">"
    let page = WebPage(Array(html.utf8), contentType: nil, url: nil)
    let first = KnownAddresses.candidates(for: try FeedURL("https://example.org/"), page: page).first
    #expect(first?.url.canonical == "https://example.org/\(feed)")
  }

  /// The file of a list of real sites with their feeds.
  private static let directory = "feedlists/daveverwer__iOSDevDirectory__blogs.json"

  private struct Language: Decodable {
    struct Category: Decodable {
      struct Site: Decodable {
        enum CodingKeys: String, CodingKey {
          case site = "site_url"
          case feed = "feed_url"
        }
        let site, feed: String?
      }
      let sites: [Site]
    }
    let categories: [Category]
  }

  @Test(
    "the usual addresses include the feed of at least three in four real sites",
    .enabled(if: Corpus.has(directory), Comment(rawValue: Corpus.absence)))
  func realSites() throws {
    let languages = try JSONDecoder().decode([Language].self, from: Data(contentsOf: Corpus.folder(Self.directory)))
    let sites = languages.flatMap(\.categories).flatMap(\.sites)
    let pairs = sites.compactMap { site -> (FeedURL, FeedURL)? in
      guard let page = site.site.flatMap({ try? FeedURL($0) }),
        let feed = site.feed.flatMap({ try? FeedURL($0) })
      else { return nil }
      return FeedURL.host(of: page.canonical) == FeedURL.host(of: feed.canonical) ? (page, feed) : nil
    }
    let found = pairs.count { page, feed in
      KnownAddresses.candidates(for: page, page: nil).contains { $0.url.key == feed.key }
    }
    print("the usual addresses include the feeds of \(found) of \(pairs.count) sites")
    #expect(pairs.count > 500 && found * 4 >= pairs.count * 3)
  }
}
