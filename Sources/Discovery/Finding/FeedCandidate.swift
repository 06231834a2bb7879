package import Catalog
import FeedHealth
import Notation
package import Syndication

/// An address that may be a feed's, and why.
package struct FeedCandidate: Equatable, Sendable {
  package enum Origin: Int, Comparable, Sendable {
    /// The address that was asked about.
    case address
    /// The page declares the feed.
    case page
    /// The HTTP answer declares the feed in a `Link` header.
    case header
    /// The page declares an alternate that may be a feed.
    case alternate
    /// The home page that the feed names declares another feed.
    case homePage
    /// The page links to it in its text.
    case text
    /// Programs and services of this kind have their feeds there.
    case known

    package static func < (lhs: Origin, rhs: Origin) -> Bool { lhs.rawValue < rhs.rawValue }

    /// Where the feed was found, for a person.
    package var words: String {
      switch self {
      case .address: "the address is a feed"
      case .page: "declared by the page"
      case .header: "declared by the HTTP answer"
      case .alternate: "an alternate of the page"
      case .homePage: "declared by the feed's home page"
      case .text: "linked in the page"
      case .known: "a usual address"
      }
    }
  }

  package let url: FeedURL
  package let origin: Origin
  package internal(set) var role: FeedRole
  package let title: String?
  /// The program or service whose feeds have such an address.
  package var platform: String?

  package init(_ url: FeedURL, _ origin: Origin, role: FeedRole = .site, title: String? = nil, platform: String? = nil)
  {
    self.url = url
    self.origin = origin
    self.role = role
    self.title = title
    self.platform = platform
  }
}

extension FeedCandidate {
  /// Returns the feeds that a page may have, the best first: the whole site's before a part's, articles before
  /// comments, what the page declares before what it links to; otherwise in the order of the page.
  ///
  /// Source: RSS Advisory Board, "RSS Autodiscovery": the first link is the page's preferred feed.
  /// - Parameters:
  ///   - url: The address of the page after redirects.
  ///   - headers: The `Link` headers of the answer.
  package static func candidates(of page: WebPage, at url: String, headers: [String] = []) -> [FeedCandidate] {
    let declared = LinkHeader.feeds(in: headers, base: url).map { ($0, Origin.header) }
    let linked = page.links.map { ($0, origin(of: $0)) }
    // A blogroll links to the feeds of others.
    let isOwn = { (link: WebPage.Link) in FeedHost.isSame(link.url, url) }
    var seen: Set<FeedURL.Key> = []
    var candidates: [FeedCandidate] = []
    for (link, origin) in linked.filter({ $0.1 == .page }) + declared + linked.filter({ $0.1 != .page }) {
      guard let address = try? FeedURL(link.url.replacing(" ", with: "%20")), isWanted(link, address, on: url),
        seen.insert(address.key).inserted
      else { continue }
      let isOther = origin == .text && !isOwn(link)
      let role = isOther ? .otherSite : FeedRole(of: link, on: url, language: page.language)
      candidates.append(FeedCandidate(address, origin, role: role, title: link.title))
    }
    return sorted(withFolders(candidates, of: url))
  }

  /// Returns candidates, the best first.
  static func sorted(_ candidates: [FeedCandidate]) -> [FeedCandidate] {
    let order = candidates.enumerated().sorted { first, second in
      let (a, b) = (first.element, second.element)
      if a.origin == .address || b.origin == .address { return a.origin == .address && b.origin != .address }
      if a.role != b.role { return a.role < b.role }
      if a.origin != b.origin { return a.origin < b.origin }
      return first.offset < second.offset
    }
    return order.map(\.element)
  }

  private static func origin(of link: WebPage.Link) -> Origin {
    switch link.kind {
    case .declared: .page
    case .possible: .alternate
    case .text: .text
    }
  }

  /// Whether a link can be to a feed: programs declare their interfaces as alternates, too.
  private static func isWanted(_ link: WebPage.Link, _ address: FeedURL, on page: String) -> Bool {
    let text = address.canonical.lowercased()
    let others = [
      "wp-json", "oembed", "xmlrpc", "wlwmanifest", "opensearch", "sitemap", "/manifest", "rsd.xml", ".opml",
    ]
    if others.contains(where: text.contains) { return false }
    if link.kind == .text, [".html", ".htm", ".png", ".svg"].contains(where: text.hasSuffix) { return false }
    let isPage = (try? FeedURL(page))?.key == address.key
    return !(isPage && link.kind != .declared)
  }

  /// Returns the candidates, with those in a folder below the folder of another as feeds of a part.
  private static func withFolders(_ candidates: [FeedCandidate], of page: String) -> [FeedCandidate] {
    let sites = candidates.filter { $0.role == .site && ($0.origin == .page || $0.origin == .header) }
    let folders = Set(sites.map { Folder($0.url) })
    return candidates.map { candidate in
      guard candidate.role == .site, candidate.origin != .address else { return candidate }
      let own = Folder(candidate.url)
      var candidate = candidate
      if folders.contains(where: { own.isBelow($0) }) { candidate.role = .section }
      return candidate
    }
  }

  /// The host and the folder whose articles a feed has: the path without the names of feeds.
  private struct Folder: Hashable {
    let host: String
    let path: [Substring]

    init(_ url: FeedURL) {
      let bytes = Array(url.canonical.utf8)
      host = FeedHost.of(url.canonical)
      var path = bytes[URLParts(bytes[...]).path].lowercasedString.split(separator: "/")
      while let last = path.last, Self.isName(last) { path.removeLast() }
      self.path = path
    }

    func isBelow(_ other: Folder) -> Bool {
      host == other.host && path.count > other.path.count && path.starts(with: other.path)
    }

    private static func isName(_ segment: Substring) -> Bool {
      ["feed", "feeds", "rss", "rss2", "atom", "rdf", "default", "syndication", "index"]
        .contains(segment) || [".xml", ".rss", ".atom", ".json", ".rdf", ".php"].contains(where: segment.hasSuffix)
    }
  }
}
