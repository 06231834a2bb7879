import Catalog
import Diagnostics

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
