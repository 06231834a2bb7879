import Diagnostics
import Notation

/// A mapping from the folders and the `category` attribute of a feed to its category.
struct CategoryMapping: Sendable {
  /// The category for feeds whose folders and attributes do not determine one.
  let fallback: String?
  let diagnostics: [Diagnostic]

  /// Slugs from the category map, keyed by folded name, and by folded path with '/' between the names.
  private let folders: [String: String]
  /// Slugs keyed by the names of the categories: "C", "C++", and "C#" fold to the same name.
  private let exact: [String: String]
  /// Slugs keyed by the folded names and slugs of the categories.
  private let names: [String: String]

  /// Creates a mapping from category names by slug and an optional category map. The map takes precedence.
  ///
  /// If two categories share a name, the name resolves to the first slug.
  /// - Parameter takesAnyTarget: Whether the map may name categories that are missing from `names`.
  init(_ names: [String: String], map: CategoryMap? = nil, takesAnyTarget: Bool = false) {
    var slugs: [String: String] = [:]
    let categories = names.sorted { $0.key < $1.key }
    for (slug, _) in categories { slugs[Self.folded(slug)] = slug }
    for (slug, name) in categories where slugs[Self.folded(name)] == nil { slugs[Self.folded(name)] = slug }
    self.names = slugs
    exact = Dictionary(categories.map { ($0.value, $0.key) }) { first, _ in first }
    let resolver = map.map { map in
      CategoryMapResolver(map, known: categories.map(\.key)) { target in
        takesAnyTarget ? target : names[target] == nil ? slugs[Self.folded(target)] : target
      }
    }
    folders = resolver?.slugs ?? [:]
    fallback = resolver?.fallback
    diagnostics = resolver?.diagnostics ?? []
  }

  /// Returns the category and tags of a feed.
  ///
  /// The innermost folder is tried first, then the category attributes. An attribute with slashes is a path, also tried
  /// from its innermost name. The slug is `nil` if nothing matches. The remaining names become tags, unchanged, in list
  /// order, and without duplicates.
  func category(folders: [String], attributes: [String]) -> (slug: String?, tags: [String]) {
    let places = places(folders, attributes)
    let slug = places.lazy.compactMap { $0.reversed().lazy.compactMap(\.slug).first }.first
    return (slug, Self.tags(places, besides: slug))
  }

  /// Returns the names that do not match the feed's category.
  func tags(folders: [String], attributes: [String], besides slug: String?) -> [String] {
    Self.tags(places(folders, attributes), besides: slug)
  }

  private typealias Place = (name: String, key: String, slug: String?)

  /// Returns the feed's paths, each name with its category.
  private func places(_ folders: [String], _ attributes: [String]) -> [[Place]] {
    ([folders] + attributes.map(Self.parts)).map { names in
      var path = ""
      return names.map { name in
        let key = Self.folded(name)
        path += path.isEmpty ? key : "/" + key
        return (name, key, self.folders[path] ?? self.folders[key] ?? exact[name] ?? self.names[key])
      }
    }
  }

  private static func tags(_ places: [[Place]], besides slug: String?) -> [String] {
    var seen: Set<String> = []
    return places.joined().compactMap { place in
      let tag = Self.tagKey(place.name)
      guard !place.key.isEmpty, slug == nil || place.slug != slug, seen.insert(tag).inserted else { return nil }
      return place.name
    }
  }

  private static func parts(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }

  /// Returns the folded names of a path without empty names.
  static func paths(of path: String) -> [String] { parts(of: path).map(folded).filter { !$0.isEmpty } }

  /// Returns what the spellings of a tag share: "Web Dev" and "web-dev" are one tag, but "C", "C++", and "C#" are three.
  static func tagKey(_ name: String) -> String { folded(name) + name.filter { "+#".contains($0) } }

  /// Returns a name without case, width, and punctuation. "Web Development", "web-development", and "ＷＥＢ Development"
  /// fold to the same name.
  static func folded(_ name: String) -> String { name.foldedWords.joined(separator: "-") }
}
