package import Catalog
import Notation
package import Syndication

/// The addresses where programs and services have their feeds, for pages that declare none.
package enum KnownAddresses {
  /// Maximum number of addresses to try for a page.
  static let limit = 24

  private struct Place {
    let host: String
    let path: [Substring]
    let query: String
    /// Scheme and host.
    let server: String

    init?(_ url: FeedURL) {
      let bytes = Array(url.canonical.utf8)
      let parts = URLParts(bytes[...])
      guard let host = FeedURL.host(of: url.canonical), let authority = parts.authority else { return nil }
      self.host = host
      server = String(decoding: bytes[..<authority.upperBound], as: UTF8.self)
      path = String(decoding: bytes[parts.path], as: UTF8.self).split(separator: "/")
      query = String(decoding: bytes[parts.query].dropFirst(), as: UTF8.self)
    }

    func isOf(_ host: String) -> Bool { self.host == host || self.host.hasSuffix("." + host) }

    func value(_ name: String) -> Substring? {
      query.split(separator: "&").first { $0.hasPrefix(name + "=") }.map { $0.dropFirst(name.count + 1) }
    }
  }

  /// A service, and the addresses below its host for a page.
  private struct Service {
    let name: String
    let paths: @Sendable (Place) -> [String]
  }

  private static let services: [Service] = [
    Service(name: "YouTube") { place in
      guard place.isOf("youtube.com") else { return [] }
      let feed = "/feeds/videos.xml?"
      if let list = place.value("list") { return ["\(feed)playlist_id=\(list)"] }
      guard place.path.count > 1 else { return [] }
      let keys = ["channel": "channel_id", "user": "user"]
      return keys[String(place.path[0])].map { ["\(feed)\($0)=\(place.path[1])"] } ?? []
    },
    Service(name: "Medium") { place in
      guard place.isOf("medium.com") else { return [] }
      return place.host == "medium.com" ? place.path.first.map { ["/feed/\($0)"] } ?? [] : ["/feed"]
    },
    Service(name: "Substack") { $0.isOf("substack.com") ? ["/feed"] : [] },
    Service(name: "GitHub") { place in
      guard place.host == "github.com", let owner = place.path.first else { return [] }
      guard place.path.count > 1 else { return ["/\(owner).atom"] }
      return ["/\(owner)/\(place.path[1])/releases.atom", "/\(owner)/\(place.path[1])/tags.atom"]
    },
    Service(name: "GitLab") { place in
      guard place.host == "gitlab.com", place.path.count > 1 else { return [] }
      return ["/\(place.path[0])/\(place.path[1])/-/tags?format=atom"]
    },
    Service(name: "Bluesky") { place in
      guard place.host == "bsky.app", place.path.count > 1, place.path[0] == "profile" else { return [] }
      return ["/profile/\(place.path[1])/rss"]
    },
    Service(name: "Reddit") { place in
      place.isOf("reddit.com") && place.path.first == "r" && place.path.count > 1 ? ["/r/\(place.path[1])/.rss"] : []
    },
    Service(name: "Mastodon") { place in
      guard let user = place.path.first, user.hasPrefix("@"), place.path.count == 1, !place.isOf("medium.com"),
        !place.isOf("youtube.com")
      else { return [] }
      return ["/\(user).rss"]
    },
    Service(name: "Blogger") { $0.isOf("blogspot.com") ? ["/feeds/posts/default"] : [] },
    Service(name: "Tumblr") { $0.isOf("tumblr.com") ? ["/rss"] : [] },
    Service(name: "WordPress") { $0.isOf("wordpress.com") ? ["/feed/"] : [] },
    Service(name: "Bear Blog") { $0.isOf("bearblog.dev") ? ["/feed/"] : [] },
    Service(name: "DEV") { place in place.host == "dev.to" ? place.path.first.map { ["/feed/\($0)"] } ?? [] : [] },
  ]

  /// The programs that name themselves in their pages, and the names of their feeds.
  private static let programs: [(name: String, generator: String, paths: [String])] = [
    ("WordPress", "wordpress", ["feed/"]), ("Ghost", "ghost", ["rss/"]), ("Hugo", "hugo", ["index.xml"]),
    ("Jekyll", "jekyll", ["feed.xml", "atom.xml"]), ("Publish", "publish", ["feed.rss"]),
    ("Eleventy", "eleventy", ["feed/feed.xml", "feed.xml"]), ("Hexo", "hexo", ["atom.xml", "rss2.xml"]),
    ("Drupal", "drupal", ["rss.xml"]), ("Astro", "astro", ["rss.xml"]), ("Gatsby", "gatsby", ["rss.xml"]),
    ("Squarespace", "squarespace", ["?format=rss"]), ("Wix", "wix", ["blog-feed.xml"]),
    ("Discourse", "discourse", ["latest.rss"]), ("micro.blog", "micro.blog", ["feed.json", "feed.xml"]),
    ("Pelican", "pelican", ["feeds/all.atom.xml"]), ("Nikola", "nikola", ["rss.xml"]),
    ("DokuWiki", "dokuwiki", ["feed.php"]), ("Blogger", "blogger", ["feeds/posts/default"]),
  ]

  /// The names of feeds, the most frequent first.
  private static let names = [
    "feed", "rss.xml", "atom.xml", "index.xml", "feed.xml", "feed.rss", "feed.json", "rss", "feed/feed.xml",
    "feed.atom",
    "rss/feed.xml", "blog/feed", "blog/rss.xml", "blog/feed.xml", "blog/index.xml", "feeds/posts/default",
    "?format=rss",
    "index.rss", "posts.atom",
  ]

  /// Returns the addresses where a page's feeds usually are: those of its service or program first, then in the folder
  /// of the page, then at the root of the site.
  package static func candidates(for url: FeedURL, page: WebPage?) -> [FeedCandidate] {
    guard let place = Place(url) else { return [] }
    var found: [(address: String, platform: String?)] = []
    for service in services {
      found += service.paths(place).map { (place.server + $0, service.name) }
    }
    // A service has one address for each kind of page.
    if found.isEmpty {
      let generator = page?.generator?.lowercased() ?? ""
      let folder = place.path.isEmpty ? [] : [place.server + "/" + place.path.joined(separator: "/") + "/"]
      for root in folder + [place.server + "/"] {
        for program in programs where generator.contains(program.generator) {
          found += program.paths.map { (root + $0, program.name) }
        }
      }
      // In a folder, only what is certain to be below it.
      found += folder.flatMap { root in names.prefix(5).map { (root + $0, nil) } }
      found += names.map { (place.server + "/" + $0, nil) }
    }
    var seen: Set<FeedURL.Key> = []
    return found.compactMap { address, platform in
      guard let url = try? FeedURL(address), seen.insert(url.key).inserted else { return nil }
      return FeedCandidate(url, .known, platform: platform)
    }.prefix(limit).map(\.self)
  }
}
