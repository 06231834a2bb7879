import Articles
import Catalog
import CloudKitRecords
import OPML

/// An export as OPML 2.0, with a folder per category and tags in the `category` attribute. Extension attributes let
/// `seed` restore the same categories and tags.
struct OPMLExport: ExportDocument {
  private(set) var problems: [String] = []
  private let contents: ExportContents
  private var writer = OPMLWriter()
  /// The categories whose folders are still to be written, in order.
  private var pending: ArraySlice<Taxonomy.Category>
  /// The category whose folder is open.
  private var open: Taxonomy.Category?

  init(_ contents: ExportContents) {
    self.contents = contents
    pending = contents.isOrdered ? [] : contents.categories[...]
  }

  func head() -> String { writer.head(title: contents.title) }

  mutating func feed(_ feed: ExportedFeed) -> String {
    var text = ""
    let category = contents.taxonomy.category(feed.category)
    if !contents.isOrdered { text += folder(of: category) }
    var outline = Outline(
      xmlURL: feed.url.canonical, title: feed.title,
      htmlURL: feed.text(FeedField.siteURL).flatMap { WebLink.address($0) == nil ? nil : $0 },
      description: feed.text(FeedField.subtitle), language: feed.text(FeedField.language))
    if contents.isOrdered, let category { outline.categories.append([folderName(category)]) }
    let tags = feed.tags ?? []
    // A comma ends an item of the attribute and a slash separates a path, so such tags cannot be written.
    let writable = tags.filter { !$0.utf8.contains(UInt8(ascii: ",")) && !$0.utf8.contains(UInt8(ascii: "/")) }
    outline.categories += writable.map { [$0] }
    if writable.count < tags.count {
      problems.append("tags of '\(feed.title)' with ',' or '/' are for 'seed' alone: OPML cannot hold them")
    }
    // Outside a category's folder, an import may mistake a tag for the category.
    if writable.count < tags.count || open?.slug == nil && !tags.isEmpty {
      outline.extensions["tags"] = tags.joined(separator: "\n")
    }
    if let name = feed.recordName { outline.extensions["recordName"] = name.rawValue }
    if feed.value(FeedField.isActive) == .flag(false) { outline.extensions[FeedField.isActive.name] = "false" }
    return text + writer.feed(outline)
  }

  mutating func foot() -> String { folder(of: nil) + writer.foot() }

  /// Opens a category's folder, after the folders of preceding categories without feeds. Without a category, closes the
  /// open folder.
  private mutating func folder(of category: Taxonomy.Category?) -> String {
    if let category, category.reference == open?.reference { return "" }
    var text = ""
    while let next = pending.popFirst(), next.reference != category?.reference { text += folder(next) }
    open = category
    if let category { text += folder(category) } else { text += writer.close() }
    return text
  }

  private mutating func folder(_ category: Taxonomy.Category) -> String {
    let text = folderName(category)
    var extensions = [(name: "slug", value: category.slug?.rawValue)]
    for field in CatalogTable.categories.curated {
      let value = category.record?[field]
      let shown =
        switch field {
        case _ where field === CategoryField.name: text == category.name ? nil : category.name
        case _ where field.content == .category: contents.taxonomy.slug(of: category.parent)
        default: value?.string ?? value?.int64.map(String.init)
        }
      extensions.append((field.name, shown))
    }
    return writer.folder(text, extensions: extensions)
  }

  /// Returns the name that identifies the category on import: its own name, or the slug if the name is not unique.
  private func folderName(_ category: Taxonomy.Category) -> String {
    let name = category.name.lowercased()
    let isShared = contents.taxonomy.categories.contains {
      $0.reference != category.reference && ($0.name.lowercased() == name || $0.slug?.rawValue == name)
    }
    return isShared ? category.slug?.rawValue ?? category.name : category.name
  }
}
