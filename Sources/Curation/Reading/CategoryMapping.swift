import Foundation

/// Finds the category of a feed from the folders of a list and its `category` attribute.
package struct CategoryMapping: Sendable {
  private let slugs: [String: String]

  /// A mapping to categories given as names by slug; where two share a name, the first slug has it.
  package init(_ names: [String: String]) {
    var slugs: [String: String] = [:]
    let categories = names.sorted { $0.key < $1.key }
    for (slug, _) in categories { slugs[Self.folded(slug)] = slug }
    for (slug, name) in categories where slugs[Self.folded(name)] == nil { slugs[Self.folded(name)] = slug }
    self.slugs = slugs
  }

  /// The category and the tags of a feed: folders innermost first, then category attributes; the rest are tags.
  ///
  /// An attribute with slashes is a path, read innermost first. The slug is `nil` where nothing matches. Tags are as
  /// written, in the order of the list, none twice.
  package func category(folders: [String], attributes: [String]) -> (slug: String?, tags: [String]) {
    let paths = attributes.map { $0.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) } }
    var slug: String?
    for name in folders.reversed() + paths.flatMap({ $0.reversed() }) {
      slug = slugs[Self.folded(name)]
      if slug != nil { break }
    }
    var tags: [String] = []
    var seen: Set<String> = []
    for name in folders + paths.flatMap({ $0 }) {
      let key = Self.folded(name)
      guard !key.isEmpty, slug == nil || slugs[key] != slug, seen.insert(key).inserted else { continue }
      tags.append(name)
    }
    return (slug, tags)
  }

  /// A name without case, width and punctuation: "Web Development", "web-development" and "ＷＥＢ Development" agree.
  private static func folded(_ name: String) -> String {
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
