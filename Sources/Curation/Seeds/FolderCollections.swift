import Catalog
import CloudKitRecords
import Diagnostics
import Foundation

/// Collections created from list folders: one per folder that contains feeds, with the feeds in list order.
struct FolderCollections {
  /// The index of each folder's collection, keyed by path without case, width, and punctuation.
  private var positions: [String: Int] = [:]
  private var slugs: Set<Slug> = []
  private(set) var collections: [SluggedSeed] = []

  /// Creates the collections for a list of feeds.
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
    let path = feed.folders.map(CategoryMapping.folded).joined(separator: "/")
    if let position = positions[path] { return position }
    guard let slug = slug(of: path) else { return nil }
    var collection = SluggedSeed(.collections, slug: slug, authority: .fillAbsent, place: feed.place)
    let title = CleanText(feed.folders.joined(separator: " / "), limit: .title).text
    collection.fields[CollectionField.title] = .string(title)
    collection.feeds = []
    positions[path] = collections.count
    collections.append(collection)
    return collections.count - 1
  }

  /// Returns a slug for a path, in `a` to `z`, digits, and '-'. If the slug would lose letters, be too long, or already
  /// exist, a stable hash of the path is appended, so that a folder always has the same slug.
  private mutating func slug(of path: String) -> Slug? {
    guard path.utf8.contains(where: { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "-") }) else { return nil }
    var text: [UInt8] = []
    for byte in path.decomposedStringWithCompatibilityMapping.utf8 {
      if Self.isSlugCharacter(byte) {
        text.append(byte)
      } else if byte < 0x80, text.last != UInt8(ascii: "-"), !text.isEmpty {
        text.append(UInt8(ascii: "-"))
      }
    }
    let isWhole = path.utf8.allSatisfy { $0 < 0x80 } && text.count <= 64
    if isWhole, let slug = Slug(rawValue: String(decoding: text, as: UTF8.self)), slugs.insert(slug).inserted {
      return slug
    }
    let start = String(decoding: text.prefix(40), as: UTF8.self)
    let number = String(StableHash(path.utf8).value, radix: 36)
    let slug = Slug(rawValue: start.isEmpty || start.hasSuffix("-") ? "\(start)\(number)" : "\(start)-\(number)")
    return slug.flatMap { slugs.insert($0).inserted ? $0 : nil }
  }

  private static func isSlugCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}

extension SeedCatalog {
  /// Adds a collection for each list folder that contains feeds. The collections fill absent fields only.
  package mutating func addCollections(fromFoldersOf lists: SeedCatalog) {
    collections += FolderCollections(of: lists.feeds).collections
  }
}
