import Catalog
import Diagnostics
import JSON

/// A reader for iOSDevDirectory's `blogs.json`: languages, which contain categories, which contain sites.
///
/// Source: github.com/daveverwer/iOSDevDirectory, `schema/blogs.json`. Unused keys are ignored.
struct BlogDirectory {
  private(set) var file: SeedFile
  private let source: SourceText

  init(_ root: JSONValue, of source: SourceText) {
    self.source = source
    file = SeedFile(source)
    var sites = 0
    each(root, at: .root) { directory, language, path in
      let code = directory.string(language["language"], at: path.key("language"))
      directory.each(language["categories"], at: path.key("categories")) { directory, category, path in
        let slug = directory.string(category["slug"], at: path.key("slug"))
        directory.each(category["sites"], at: path.key("sites")) { directory, site, path in
          sites += 1
          directory.site(site, language: code, slug: slug, at: path)
        }
      }
    }
    guard file.skipped > 0 else { return }
    file.report(.info, rule: "blogs-without-feed", "skipped \(file.skipped) of \(sites) sites without a feed_url")
  }

  /// Whether a value looks like such a directory: an array whose first element has a language and categories.
  static func recognizes(_ root: JSONValue) -> Bool {
    let keys = root.array?.first { _ in true }?.object.map { Set($0.map(\.key)) } ?? []
    return keys.isSuperset(of: ["language", "categories"])
  }

  private mutating func site(_ site: [String: JSONValue], language: String?, slug: String?, at path: JSONPath) {
    let feed = site["feed_url"]
    guard let url = string(feed, at: path.key("feed_url")).map(SeedValue.trimmed), !url.isEmpty else {
      if feed?.isNull ?? true || feed?.string != nil { file.skipped += 1 }
      return
    }
    let place = SeedPlace(file: source.name, range: feed?.range, path: path.description)
    var seed = FeedSeed(feedURL: url, authority: .fillAbsent, place: place)
    for (field, key) in [(FeedField.title, "title"), (FeedField.siteURL, "site_url")] {
      guard let text = string(site[key], at: path.key(key)) else { continue }
      seed.fields[field] = file.value(
        SeedValue(text, of: field, refusing: .warning), at: site[key]?.range, path: path.key(key))
    }
    let field = FeedField.language
    seed.fields[field] = language.flatMap { SeedValue($0, of: field, refusing: .warning).value }
    seed.categoryAttributes = slug.map { [CleanText($0, limit: .tag).text] } ?? []
    file.seeds.feeds.append(seed)
  }

  private mutating func string(_ value: JSONValue?, at path: JSONPath) -> String? {
    guard let value, !value.isNull else { return nil }
    if value.string == nil {
      file.diagnostics.append(JSONObjectReader.wrongType(value, expected: "a string", at: path))
    }
    return value.string
  }

  private mutating func each(
    _ list: JSONValue?, at path: JSONPath, read: (inout BlogDirectory, [String: JSONValue], JSONPath) -> Void
  ) {
    guard let list else { return }
    guard let elements = list.array else {
      file.diagnostics.append(JSONObjectReader.wrongType(list, expected: "an array of objects", at: path))
      return
    }
    let elementPath = path.elements
    for (index, element) in elements.enumerated() {
      if let members = element.object {
        let byKey = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        read(&self, byKey, elementPath(index))
      } else {
        file.diagnostics.append(
          JSONObjectReader.wrongType(element, expected: "an object", at: elementPath(index)))
      }
    }
  }
}
