import CSV
import Catalog
import CloudKitRecords
import Diagnostics

/// An export as comma-separated values. The header uses seed file names.
struct CSVExport: ExportDocument {
  let problems: [String] = []
  private let contents: ExportContents
  private let writer = CSVWriter()

  init(_ contents: ExportContents) { self.contents = contents }

  func head() -> String { writer.line(CatalogTable.feeds.curated.map(\.name) + [SeedColumns.recordName]) }

  func feed(_ feed: ExportedFeed) -> String {
    let name = feed.recordName?.rawValue ?? ""
    return writer.line(
      CatalogTable.feeds.curated.map { field in
        if field.content != .category { return EditedValue(field: field, value: feed.value(field)).text }
        let category = contents.taxonomy.category(feed.category)
        // Without a category record, users see the name.
        return (category?.record == nil ? category?.name : category?.slug?.rawValue) ?? ""
      } + [name])
  }

  func foot() -> String { "" }
}

/// An export for readers, with a heading per category and a line per feed.
struct MarkdownExport: ExportDocument {
  let problems: [String] = []
  private let contents: ExportContents
  private var heading: String?
  private var isFirst = true

  init(_ contents: ExportContents) { self.contents = contents }

  func head() -> String { "# \(Markdown.escaped(contents.title, withEntities: false))\n" }

  mutating func feed(_ feed: ExportedFeed) -> String {
    var text = ""
    let name = contents.taxonomy.category(feed.category)?.name
    if contents.isOrdered || name == heading {
      if isFirst { text += "\n" }
    } else {
      text += "\n## \(Markdown.escaped(name ?? "Without category", withEntities: false))\n\n"
      heading = name
    }
    isFirst = false
    text +=
      "- [\(Markdown.escaped(feed.title, withEntities: false))](\(Self.address(feed.text(FeedField.siteURL) ?? feed.url.canonical)))"
    if feed.value(FeedField.isActive) == .flag(false) { text += " *(inactive)*" }
    if let subtitle = feed.text(FeedField.subtitle) { text += " – \(Markdown.escaped(subtitle, withEntities: false))" }
    return text + " ([feed](\(Self.address(feed.url.canonical))))\n"
  }

  func foot() -> String { "" }

  /// Returns an address with percent-encoded brackets, which would otherwise end the link.
  private static func address(_ url: String) -> String {
    url.replacing("(", with: "%28").replacing(")", with: "%29").replacing(" ", with: "%20").replacing("<", with: "%3C")
      .replacing("\n", with: "")
  }
}
