import Diagnostics
import Foundation

/// Finds the category of a feed from the folders of a list and its `category` attribute.
struct CategoryMapping: Sendable {
  /// The category of feeds nothing says one for.
  let fallback: String?
  /// What is wrong in the category map.
  let diagnostics: [Diagnostic]

  /// Slugs by what a map says: folded names, and folded paths with '/' between the names.
  private let folders: [String: String]
  /// Slugs by the folded names and slugs of the categories.
  private let names: [String: String]

  /// A mapping to categories given as names by slug, and by a map, which goes before the names.
  ///
  /// Where two categories share a name, the first slug has it.
  /// - Parameter takesAnyTarget: whether a map may name categories that are not among the names.
  init(_ names: [String: String], map: CategoryMap? = nil, takesAnyTarget: Bool = false) {
    var slugs: [String: String] = [:]
    let categories = names.sorted { $0.key < $1.key }
    for (slug, _) in categories { slugs[Self.folded(slug)] = slug }
    for (slug, name) in categories where slugs[Self.folded(name)] == nil { slugs[Self.folded(name)] = slug }
    self.names = slugs
    var resolver = map.map { CategoryMapResolver($0, known: names, takesAnyTarget: takesAnyTarget) }
    resolver?.resolve()
    folders = resolver?.slugs ?? [:]
    fallback = resolver?.fallback
    diagnostics = resolver?.diagnostics ?? []
  }

  /// The category and the tags of a feed: folders innermost first, then category attributes; the rest are tags.
  ///
  /// An attribute with slashes is a path, read innermost first. The slug is `nil` where nothing matches. Tags are as
  /// written, in the order of the list, none twice.
  func category(folders: [String], attributes: [String]) -> (slug: String?, tags: [String]) {
    let places = places(folders, attributes)
    let slug = places.lazy.compactMap { $0.reversed().lazy.compactMap(\.slug).first }.first
    return (slug, Self.tags(places, besides: slug))
  }

  /// The names that are not the category a feed is in.
  func tags(folders: [String], attributes: [String], besides slug: String?) -> [String] {
    Self.tags(places(folders, attributes), besides: slug)
  }

  private typealias Place = (name: String, key: String, slug: String?)

  /// The paths a feed stands in, each name with the category it means there.
  private func places(_ folders: [String], _ attributes: [String]) -> [[Place]] {
    ([folders] + attributes.map(Self.parts)).map { names in
      var path = ""
      return names.map { name in
        let key = Self.folded(name)
        path += path.isEmpty ? key : "/" + key
        return (name, key, self.folders[path] ?? self.folders[key] ?? self.names[key])
      }
    }
  }

  private static func tags(_ places: [[Place]], besides slug: String?) -> [String] {
    var seen: Set<String> = []
    return places.joined().compactMap { place in
      guard !place.key.isEmpty, slug == nil || place.slug != slug, seen.insert(place.key).inserted else { return nil }
      return place.name
    }
  }

  private static func parts(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }

  /// The folded names of a path, empty ones left out.
  static func paths(of path: String) -> [String] { parts(of: path).map(folded).filter { !$0.isEmpty } }

  /// A name without case, width and punctuation: "Web Development", "web-development" and "ＷＥＢ Development" agree.
  static func folded(_ name: String) -> String {
    var key = ""
    for scalar in name.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar.value > 0x2000 {
        key.unicodeScalars.append(scalar)
      } else if key.last != "-", !key.isEmpty {
        key.append("-")
      }
    }
    if key.last == "-" { key.removeLast() }
    return key
  }
}
