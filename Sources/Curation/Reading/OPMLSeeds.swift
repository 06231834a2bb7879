import Catalog
import CloudKitRecords
import Diagnostics
import OPML

/// Feed seeds read from an OPML list. They fill absent fields only.
struct OPMLSeeds {
  private(set) var file: SeedFile
  private let source: SourceText

  init(_ document: OPMLDocument, of source: SourceText) {
    self.source = source
    file = SeedFile(source)
    file.diagnostics = document.notes
    let slugs = document.markedFolders.map { category($0) }
    file.seeds.feeds.reserveCapacity(document.feeds.count)
    // Feeds of one folder are adjacent, so each folder's names are cleaned once and shared.
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

  /// Reads the category of a marked folder. For an existing category, only absent fields are filled, as for feeds.
  /// - Returns: The category's slug, or `nil` for an ordinary folder.
  private mutating func category(_ folder: MarkedFolder) -> Slug? {
    guard let text = folder.extensions["slug"] else { return nil }
    guard let slug = Slug(rawValue: text) else {
      noteInvalid("slug", of: folder)
      return nil
    }
    let place = SeedPlace(file: source.name, range: folder.range)
    var seed = SluggedSeed(.categories, slug: slug, authority: .fillAbsent, place: place)
    for field in CatalogTable.categories.curated {
      let name = field === CategoryField.name ? folder.name : nil
      guard let text = folder.extensions[field.name] ?? name else { continue }
      let read = SeedValue(text, of: field, refusing: .warning)
      if case .text = field.content {
        seed.fields[field] = file.value(read, "a category's \(field.name)", at: folder.range)
      } else if let value = read.value {
        seed.fields[field] = value
      } else {
        noteInvalid(field.name, of: folder)
      }
    }
    file.seeds.categories.append(seed)
    return slug
  }

  private mutating func noteInvalid(_ name: String, of folder: MarkedFolder) {
    file.report(
      .warning, rule: "opml-extension", "this is not a valid '\(name)' of a category and is ignored",
      range: folder.range, help: "export the list again")
  }

  private mutating func feed(_ outline: Outline, folders: [String], category: Slug?) {
    let place = SeedPlace(file: source.name, range: outline.range)
    var seed = FeedSeed(feedURL: outline.xmlURL, authority: .fillAbsent, place: place)
    state(FeedField.title, outline.title, of: &seed)
    state(FeedField.subtitle, outline.description, of: &seed)
    state(FeedField.siteURL, outline.htmlURL, of: &seed)
    state(FeedField.language, outline.language, of: &seed)
    // Extensions, which only this program and curators write.
    for field in [
      FeedField.category, FeedField.isActive, FeedField.isFeatured, FeedField.isVerified, FeedField.addedAt,
    ] { state(field, outline.extensions[field.name], of: &seed) }
    seed.setsActive = seed.fields[FeedField.isActive] != nil
    seed.formerURLs = outline.extensions["formerURLs"].map { $0.split(separator: " ").map(String.init) } ?? []
    seed.recordName = outline.extensions["recordName"].flatMap { file.recordName($0, at: outline.range) }
    seed.folders = folders
    let items = outline.categories.compactMap { path in
      let parts = path.compactMap { text($0, .tag, "a category", outline.range) }
      return parts.isEmpty ? nil : parts.joined(separator: "/")
    }
    if let category, seed.fields[FeedField.category] == nil {
      seed.fields[FeedField.category] = .string(category.rawValue)
    }
    if let own = outline.extensions["tags"] {
      let tags = unique(own.split(separator: "\n").compactMap { text(String($0), .tag, "a tag", outline.range) })
      seed.fields[FeedField.tags] = .strings(tags)
      seed.categoryAttributes = Self.items(items, without: tags)
    } else if category != nil {
      // The category is known, so no tag can be mistaken for one.
      if !items.isEmpty { seed.fields[FeedField.tags] = .strings(unique(items)) }
    } else {
      seed.categoryAttributes = items
    }
    file.seeds.feeds.append(seed)
  }

  private mutating func state(_ field: CatalogField, _ text: String?, of seed: inout FeedSeed) {
    guard let text else { return }
    seed.fields[field] = file.value(SeedValue(text, of: field, refusing: .warning), field.name, at: seed.place.range)
  }

  private func unique(_ tags: [String]) -> [String] {
    var seen: Set<String> = []
    return tags.filter { seen.insert($0).inserted }
  }

  /// Returns the items that are not tags. Each tag removes one item, the last one with its name.
  private static func items(_ items: [String], without tags: [String]) -> [String] {
    var tags = Set(tags)
    return items.reversed().filter { tags.remove($0) == nil }.reversed()
  }

  private mutating func text(
    _ raw: String?, _ limit: CleanText.Limit, _ what: String, _ range: SourceRange?
  ) -> String? {
    raw.flatMap { file.value(SeedValue(text: $0, limit: limit), what, at: range)?.string }
  }
}
