import Catalog
import OPML

/// OPML 2.0: a folder for each category, tags in the `category` attribute.
struct OPMLExport: ExportDocument {
  private(set) var problems: [String] = []
  private let contents: ExportContents
  private var writer = OPMLWriter()
  private var folder: String?

  init(_ contents: ExportContents) { self.contents = contents }

  func head() -> String { writer.head(title: contents.title) }

  mutating func feed(_ feed: ExportedFeed) -> String {
    var text = ""
    let name = contents.taxonomy.category(feed.category).map(folderName)
    if !contents.isOrdered, name != folder {
      text += name.map { writer.folder($0) } ?? writer.close()
      folder = name
    }
    var outline = Outline(
      xmlURL: feed.url.canonical, title: feed.title, htmlURL: feed.siteURL, description: feed.subtitle,
      language: feed.language)
    if contents.isOrdered, let name { outline.categories.append([name]) }
    let tags = feed.tags ?? []
    // A comma ends an item of the attribute and a slash makes it a path: there is no way to write them.
    let writable = tags.filter { !$0.utf8.contains(UInt8(ascii: ",")) && !$0.utf8.contains(UInt8(ascii: "/")) }
    outline.categories += writable.map { [$0] }
    if writable.count < tags.count {
      problems.append("tags of '\(feed.title)' with ',' or '/' are left out: OPML cannot hold them")
    }
    return text + writer.feed(outline)
  }

  mutating func foot() -> String { writer.foot() }

  /// The name by which an import finds the category again: its own, or the slug where two share a name.
  private func folderName(_ category: Taxonomy.Category) -> String {
    let name = category.name.lowercased()
    let isShared = contents.taxonomy.categories.contains {
      $0.reference != category.reference && ($0.name.lowercased() == name || $0.slug?.rawValue == name)
    }
    return isShared ? category.slug?.rawValue ?? category.name : category.name
  }
}
