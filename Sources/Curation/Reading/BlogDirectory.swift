import Catalog
import CloudKitRecords
import Diagnostics
import JSON

/// A reader for iOSDevDirectory's `blogs.json`: languages, which contain categories, which contain sites.
///
/// Source: github.com/daveverwer/iOSDevDirectory, `schema/blogs.json`. Unused keys are ignored.
struct BlogDirectory {
  private(set) var file = SeedFile()
  private let source: SourceText

  init(_ source: SourceText) { self.source = source }

  /// Whether a value looks like such a directory: an array whose first element has a language and categories.
  static func isOne(_ root: JSONValue) -> Bool {
    guard let first = root.array?.first(where: { _ in true })?.object else { return false }
    let keys = Set(first.map(\.key))
    return keys.contains("language") && keys.contains("categories")
  }

  mutating func read(_ root: JSONValue) {
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
    file.diagnostics.append(
      Diagnostic(
        .info, rule: "blogs-without-feed", "\(file.skipped) of \(sites) sites have no feed_url, and were passed over",
        file: source.name))
  }

  private mutating func site(_ site: [String: JSONValue], language: String?, slug: String?, at path: JSONPath) {
    guard let feed = site["feed_url"], !feed.isNull else {
      file.skipped += 1
      return
    }
    guard let url = string(feed, at: path.key("feed_url")).map(SeedValue.trimmed) else { return }
    guard !url.isEmpty else {
      file.skipped += 1
      return
    }
    let place = SeedPlace(file: source.name, range: feed.range, path: path.description)
    var seed = FeedSeed(feedURL: url, authority: .fillAbsent, place: place)
    for (field, key) in [(FeedField.title, "title"), (FeedField.siteURL, "site_url")] {
      seed.fields[field] = value(of: field, in: site[key], at: path.key(key))
    }
    let field = FeedField.language
    seed.fields[field] = language.flatMap { SeedValue($0, of: field, refusing: .warning).value }
    seed.categoryAttributes = slug.map { [CleanText($0, limit: .tag).text] } ?? []
    file.seeds.feeds.append(seed)
  }

  private mutating func value(of field: CatalogField, in value: JSONValue?, at path: JSONPath) -> FieldValue? {
    guard let value, let raw = string(value, at: path) else { return nil }
    let cleaned = SeedValue(raw, of: field, refusing: .warning)
    file.diagnostics += cleaned.remarks.map { remark in
      Diagnostic(
        remark.severity, rule: remark.rule, remark.message, file: source.name, range: value.range,
        path: path.description, help: remark.help)
    }
    return cleaned.value
  }

  private mutating func string(_ value: JSONValue?, at path: JSONPath) -> String? {
    guard let value, !value.isNull else { return nil }
    if value.string == nil {
      file.diagnostics.append(JSONObjectReader.wrongType(value, expected: "a string", at: path))
    }
    return value.string
  }

  private mutating func object(_ value: JSONValue, at path: JSONPath) -> [String: JSONValue]? {
    guard let members = value.object else {
      file.diagnostics.append(JSONObjectReader.wrongType(value, expected: "an object", at: path))
      return nil
    }
    return Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
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
      guard let members = object(element, at: elementPath(index)) else { continue }
      read(&self, members, elementPath(index))
    }
  }
}
