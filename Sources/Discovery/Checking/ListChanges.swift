import Catalog
import CloudKitRecords
package import Curation

/// What differs between two versions of the entries of lists.
package struct ListChanges: Sendable {
  /// A value of an entry that has changed.
  package struct Value: Equatable, Sendable {
    /// What it is, such as `title`.
    package let name: String
    package let old, new: String
  }

  /// An entry of the new version that an entry of the old one became.
  package struct Changed: Sendable {
    /// The place in the new version.
    package let index: Int
    package let values: [Value]
  }

  /// The places of new entries in the new version.
  package private(set) var created: [Int] = []
  package private(set) var changed: [Changed] = []
  package private(set) var removed: [FeedSeed] = []
  package private(set) var unchanged = 0

  /// Compares two versions, each of all files together: an entry that moved to another file or place is unchanged.
  package init(from old: [FeedSeed], to new: [FeedSeed]) {
    var left = Set(old.indices)
    var matches: [Int: Int] = [:]
    func match(_ keysOfOld: (FeedSeed) -> [String], _ keysOfNew: (FeedSeed) -> [String]) {
      var byKey: [String: [Int]] = [:]
      for index in old.indices.reversed() where left.contains(index) {
        for key in keysOfOld(old[index]) { byKey[key, default: []].append(index) }
      }
      for index in new.indices where matches[index] == nil {
        for key in keysOfNew(new[index]) {
          while let found = byKey[key]?.popLast() {
            guard left.remove(found) != nil else { continue }
            matches[index] = found
            break
          }
          if matches[index] != nil { break }
        }
      }
    }
    let address = { (seed: FeedSeed) in [(try? FeedURL(seed.feedURL).key.rawValue) ?? seed.feedURL] }
    let former = { (seed: FeedSeed) in seed.formerURLs.map { (try? FeedURL($0).key.rawValue) ?? $0 } }
    match(address, address)
    match(address, former)
    match({ $0.recordName.map { [$0.rawValue] } ?? [] }, { $0.recordName.map { [$0.rawValue] } ?? [] })
    // An entry whose address alone was edited.
    match(Self.titles, Self.titles)
    for index in new.indices {
      guard let match = matches[index] else {
        created.append(index)
        continue
      }
      let values = Self.values(old[match], new[index])
      if values.isEmpty { unchanged += 1 } else { changed.append(Changed(index: index, values: values)) }
    }
    removed = left.sorted().map { old[$0] }
  }

  /// The places of the entries to judge in the new version: what is new or has another value.
  package var judged: Set<Int> { Set(created + changed.map(\.index)) }

  private static func titles(_ seed: FeedSeed) -> [String] {
    let title = seed.fields[FeedField.title]?.string ?? ""
    return FeedURL.isPlaceholder(title, of: seed.feedURL) ? [] : [title]
  }

  private static func values(_ old: FeedSeed, _ new: FeedSeed) -> [Value] {
    var pairs = [("address", FeedURL.redacted(old.feedURL), FeedURL.redacted(new.feedURL))]
    pairs += CatalogTable.feeds.curated.filter { $0 !== FeedField.feedURL }.map { field in
      (field.name, text(old.fields[field]), text(new.fields[field]))
    }
    pairs.append(("folder", old.folders.joined(separator: "/"), new.folders.joined(separator: "/")))
    pairs.append(
      ("categories", old.categoryAttributes.joined(separator: ", "), new.categoryAttributes.joined(separator: ", ")))
    return pairs.filter { $0.1 != $0.2 }.map { Value(name: $0.0, old: $0.1, new: $0.2) }
  }

  private static func text(_ value: FieldValue?) -> String {
    guard let value else { return "" }
    return value.string ?? value.list.map { $0.compactMap(\.string).joined(separator: ", ") } ?? "\(value)"
  }
}
