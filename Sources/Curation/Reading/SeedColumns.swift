import Catalog
import CloudKitRecords
import Diagnostics
import Notation

/// The named values of a table or keyed list, and the feeds that they state. The names come from this project's
/// exports, from OPML attributes, and from other lists.
enum SeedColumns {
  /// The column of folders, which is not a catalog field.
  static let folder = "folder"
  /// The columns of a feed's identity beside its address.
  static let formerURLs = "formerURLs", recordName = "recordName"

  /// The kinds of values with their accepted names, preferred names first.
  static let kinds: [(name: String, names: [String])] =
    CatalogTable.feeds.curated.map { ($0.name, $0.columns) } + [
      (folder, ["folder", "folders", "group"]), (formerURLs, [formerURLs]), (recordName, [recordName]),
    ]

  /// The folded names of each kind.
  private static let folded = kinds.map { ($0.name, $0.names.map(fold)) }

  /// Returns a name without case, width, and punctuation.
  static func fold(_ name: String) -> String { name.foldedWords.joined() }

  /// Returns the indexes of names by the kinds of their values. Each name has one kind.
  static func indexes(of names: [String]) -> [String: Int] {
    let places = Dictionary(names.enumerated().map { (fold($1), $0) }, uniquingKeysWith: { first, _ in first })
    var indexes: [String: Int] = [:]
    var taken: Set<Int> = []
    for (kind, names) in folded {
      guard let index = names.lazy.compactMap({ places[$0] }).first(where: { !taken.contains($0) }) else { continue }
      indexes[kind] = index
      taken.insert(index)
    }
    return indexes
  }
}

extension SeedFile {
  /// Adds the feed that named values state, and returns whether they name an address.
  /// - Parameters:
  ///   - raw: Returns the text of a kind, or `nil` if it is missing.
  ///   - place: Returns the location of a kind's value.
  mutating func addFeed(
    at range: SourceRange, in file: String, raw: (String) -> String?, place: (String) -> SourceRange?
  ) -> Bool {
    guard let url = raw(FeedField.feedURL.name) else { return false }
    var seed = FeedSeed(feedURL: url, authority: .fillAbsent, place: SeedPlace(file: file, range: range))
    func words(_ read: [String], _ name: String) -> [String] {
      read.compactMap { value(SeedValue(text: $0, limit: .tag), name, at: place(name) ?? range)?.string }
    }
    for field in CatalogTable.feeds.curated where field !== FeedField.feedURL {
      guard let text = raw(field.name) else { continue }
      let range = place(field.name) ?? range
      switch field.content {
      case .tags: seed.fields[field] = .strings(words(TagListCell.words(text), field.name))
      case .category:
        seed.categoryName = value(SeedValue(text: text, limit: .title), field.name, at: range)?.string
        seed.categoryAttributes = seed.categoryName.map { [$0] } ?? []
      default: seed.fields[field] = value(SeedValue(text, of: field, refusing: .warning), field.name, at: range)
      }
    }
    seed.setsActive = seed.fields[FeedField.isActive] != nil
    seed.formerURLs = raw(SeedColumns.formerURLs).map { $0.split(separator: " ").map(String.init) } ?? []
    seed.recordName = raw(SeedColumns.recordName).flatMap { recordName($0, at: range) }
    // Folders are separated by '/', outermost first.
    let folders = raw(SeedColumns.folder).map { $0.utf8.split(separator: UInt8(ascii: "/")) } ?? []
    seed.folders = words(folders.map { String(Substring($0)) }, SeedColumns.folder)
    seeds.feeds.append(seed)
    return true
  }
}
