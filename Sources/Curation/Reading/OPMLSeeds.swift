import Catalog
import Diagnostics
import OPML

/// Turns an OPML list into feed seeds, which fill absent fields only.
struct OPMLSeeds {
  private(set) var file = SeedFile()
  private let source: SourceText

  init(_ source: SourceText) { self.source = source }

  mutating func read(_ document: OPMLDocument) {
    file.diagnostics = document.notes
    let slugs = document.markedFolders.map { category($0) }
    file.seeds.feeds.reserveCapacity(document.feeds.count)
    // Feeds of one folder stand together: its names are cleaned once, and the seeds share them.
    var raw: [String] = []
    var clean: [String] = []
    for outline in document.feeds {
      if outline.folders != raw {
        raw = outline.folders
        clean = raw.compactMap { text($0, .tag, "a folder's name", outline.range) }
      }
      feed(outline, folders: clean, category: outline.markedFolder.flatMap { slugs[$0] })
    }
  }

  /// Reads the category a marked folder is; absent fields of one that exists are filled, as in feeds.
  /// - Returns: its slug; `nil` where it is a folder like others.
  private mutating func category(_ folder: MarkedFolder) -> Slug? {
    guard let slug = value("slug", of: folder, { Slug(rawValue: $0) }) else { return nil }
    let place = SeedPlace(file: source.name, range: folder.range)
    var seed = CategorySeed(slug: slug, authority: .fillAbsent, place: place)
    seed.name = text(folder.extensions["name"] ?? folder.name, .title, "a category's name", folder.range)
    seed.icon = text(folder.extensions["icon"], .tag, "an icon", folder.range)
    seed.color = value("color", of: folder) { SeedValue.isColor($0) ? $0 : nil }
    seed.sortOrder = value("sortOrder", of: folder) { Int64($0) }
    seed.parentCategory = value("parentCategory", of: folder) { Slug(rawValue: $0)?.rawValue }
    seed.description = text(folder.extensions["description"], .description, "a description", folder.range)
    file.seeds.categories.append(seed)
    return slug
  }

  private mutating func value<Value>(
    _ name: String, of folder: MarkedFolder, _ read: (String) -> Value?
  ) -> Value? {
    guard let text = folder.extensions[name] else { return nil }
    if let value = read(text) { return value }
    file.diagnostics.append(
      Diagnostic(
        .warning, rule: "opml-extension", "this is no '\(name)' of a category; it is not read", file: source.name,
        range: folder.range, help: "export the list again"))
    return nil
  }

  private mutating func feed(_ outline: Outline, folders: [String], category: Slug?) {
    let place = SeedPlace(file: source.name, range: outline.range)
    var seed = FeedSeed(feedURL: outline.xmlURL, authority: .fillAbsent, place: place)
    seed.title = text(outline.title, .title, "a title", outline.range)
    seed.subtitle = text(outline.description, .description, "a description", outline.range)
    seed.siteURL = outline.htmlURL.flatMap {
      keep(SeedValue(address: $0, refusing: .warning), "an htmlUrl", outline.range)
    }
    // Radio UserLand and its heirs write "unknown" where there is no language.
    seed.language = outline.language.flatMap { LanguageTag.problem(in: $0) == nil ? $0 : nil }
    seed.folders = folders
    let items = outline.categories.compactMap { path in
      let parts = path.compactMap { text($0, .tag, "a category", outline.range) }
      return parts.isEmpty ? nil : parts.joined(separator: "/")
    }
    seed.category = category?.rawValue
    if let own = outline.extensions["tags"] {
      seed.tags = unique(own.split(separator: "\n").compactMap { text(String($0), .tag, "a tag", outline.range) })
      seed.categoryAttributes = Self.items(items, without: seed.tags ?? [])
    } else if category != nil {
      // Its category is known: no tag is taken for one.
      seed.tags = items.isEmpty ? nil : unique(items)
    } else {
      seed.categoryAttributes = items
    }
    file.seeds.feeds.append(seed)
  }

  private func unique(_ tags: [String]) -> [String] {
    var seen: Set<String> = []
    return tags.filter { seen.insert($0).inserted }
  }

  /// The items that are no tags; each tag stands for one item, the last of its name.
  private static func items(_ items: [String], without tags: [String]) -> [String] {
    var tags = Set(tags)
    return items.reversed().filter { tags.remove($0) == nil }.reversed()
  }

  private mutating func text(
    _ raw: String?, _ limit: CleanText.Limit, _ what: String, _ range: SourceRange?
  ) -> String? {
    raw.flatMap { keep(SeedValue(text: $0, limit: limit), what, range) }
  }

  private mutating func keep(_ value: SeedValue, _ what: String, _ range: SourceRange?) -> String? {
    for remark in value.remarks {
      file.diagnostics.append(
        Diagnostic(
          remark.severity, rule: remark.rule, "\(what): \(remark.message)", file: source.name, range: range,
          help: remark.help))
    }
    return value.text
  }
}
