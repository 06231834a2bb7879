package import Catalog
import CloudKitRecords
package import Diagnostics
import Foundation
import Notation

/// The contents of seed files, in file order.
package struct SeedCatalog: Hashable, Sendable {
  package var categories: [SluggedSeed] = []
  package var feeds: [FeedSeed] = []
  package var collections: [SluggedSeed] = []
  /// The feeds that the files had before.
  package internal(set) var former: [FormerFeed] = []
  /// The places, as file and line, of addresses in parts of the files that state no feed.
  var unreadAddresses: [FeedURL.Key: String] = [:]

  package init() {}

  package mutating func append(_ other: SeedCatalog) {
    categories += other.categories
    // A list may be large: the only one is not copied.
    feeds = feeds.isEmpty ? other.feeds : feeds + other.feeds
    collections += other.collections
    former += other.former
    unreadAddresses.merge(other.unreadAddresses) { first, _ in first }
  }

  /// Adds the addresses in a file that is not read as a seed file.
  package mutating func addUnread(_ source: SourceText) {
    unreadAddresses.merge(UnreadAddresses.places(in: source, outside: [], isXML: false)) { first, _ in first }
  }

  package func only(_ kinds: [SeedKind]) -> SeedCatalog {
    var seeds = self
    if !kinds.contains(.category) { seeds.categories = [] }
    if !kinds.contains(.feed) { seeds.feeds = [] }
    if !kinds.contains(.collection) { seeds.collections = [] }
    return seeds
  }

  /// Returns the seeds with categories and collections that only fill absent fields. Feeds keep their authority, which
  /// decides more than that.
  func fillingAbsent() -> SeedCatalog {
    var seeds = self
    for index in categories.indices { seeds.categories[index].authority = .fillAbsent }
    for index in collections.indices { seeds.collections[index].authority = .fillAbsent }
    return seeds
  }

  /// The identities of all feeds with valid addresses.
  package var identities: Set<FeedURL.Key> { Set(feeds.compactMap { try? FeedURL($0.feedURL).key }) }

  package var invalidAddresses: [Diagnostic] {
    feeds.compactMap { seed in
      do {
        _ = try FeedURL(seed.feedURL)
        return nil
      } catch {
        return seed.place.diagnostic(
          .warning, rule: "invalid-feed-url", "\(error)", help: "give the feed's http or https address")
      }
    }
  }
}

/// Collections created from list folders: one per folder that contains feeds, with the feeds in list order.
struct FolderCollections {
  /// The index of each folder's collection, keyed by path without case, width, and punctuation.
  private var positions: [String: Int] = [:]
  private var slugs: Set<Slug> = []
  private(set) var collections: [SluggedSeed] = []

  init(of feeds: [FeedSeed]) {
    // Feeds of one folder are adjacent, so each folder is looked up once.
    var last: (folders: [String], position: Int)?
    for feed in feeds where !feed.folders.isEmpty {
      let position = last.flatMap { $0.folders == feed.folders ? $0.position : nil } ?? position(of: feed)
      guard let position else { continue }
      last = (feed.folders, position)
      collections[position].feeds?.append(.init(feedURL: feed.feedURL, range: feed.place.range))
    }
  }

  /// Returns the index of the folder's collection and adds the collection if it is missing. Returns `nil` for a folder
  /// without letters in its name.
  private mutating func position(of feed: FeedSeed) -> Int? {
    let path = Self.path(feed.folders)
    if let position = positions[path] { return position }
    guard let slug = Self.slugs(of: path).first(where: { slugs.insert($0).inserted }) else { return nil }
    var collection = SluggedSeed(.collections, slug: slug, authority: .fillAbsent, place: feed.place)
    let title = CleanText(feed.folders.joined(separator: Self.separator), limit: .title).text
    collection.fields[CollectionField.title] = .string(title)
    collection.feeds = []
    positions[path] = collections.count
    collections.append(collection)
    return collections.count - 1
  }

  /// Returns the slugs that the collection titled as a folder can have, if it was created from one.
  static func slugs(ofTitle title: String) -> [Slug] { slugs(of: path(title.components(separatedBy: separator))) }

  /// Between the folders of a title.
  private static let separator = " / "

  private static func path(_ folders: [String]) -> String {
    folders.map(CategoryMapping.folded).joined(separator: "/")
  }

  /// Returns slugs for a path, in `a` to `z`, digits, and '-', the preferred one first. If it would lose letters or be
  /// too long, there is only the second: with a stable hash of the path, so that a folder always has the same slug.
  private static func slugs(of path: String) -> [Slug] {
    guard path.utf8.contains(where: { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "-") }) else { return [] }
    var text: [UInt8] = []
    for byte in path.decomposedStringWithCompatibilityMapping.utf8 {
      if byte.isDigit || byte.isLetter && byte >= UInt8(ascii: "a") {
        text.append(byte)
      } else if byte < 0x80, text.last != UInt8(ascii: "-"), !text.isEmpty {
        text.append(UInt8(ascii: "-"))
      }
    }
    let isWhole = path.utf8.allSatisfy { $0 < 0x80 } && text.count <= 64
    let whole = isWhole ? Slug(rawValue: String(decoding: text, as: UTF8.self)) : nil
    let start = String(decoding: text.prefix(40), as: UTF8.self)
    let number = String(StableHash(path.utf8).value, radix: 36)
    let hashed = Slug(rawValue: start.isEmpty || start.hasSuffix("-") ? "\(start)\(number)" : "\(start)-\(number)")
    return [whole, hashed].compactMap(\.self)
  }
}

extension SeedCatalog {
  /// Adds a collection for each list folder that contains feeds. The collections fill absent fields only.
  package mutating func addCollections(fromFoldersOf lists: SeedCatalog) {
    collections += FolderCollections(of: lists.feeds).collections
  }
}
