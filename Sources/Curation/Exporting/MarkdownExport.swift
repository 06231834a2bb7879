import Catalog

/// A list for people: a heading for each category, a line for each feed.
struct MarkdownExport: ExportDocument {
  let problems: [String] = []
  private let contents: ExportContents
  private var heading: String?
  private var isFirst = true

  init(_ contents: ExportContents) { self.contents = contents }

  func head() -> String { "# \(Self.escaped(contents.title))\n" }

  mutating func feed(_ feed: ExportedFeed) -> String {
    var text = ""
    let name = contents.taxonomy.category(feed.category)?.name
    if contents.isOrdered || name == heading {
      if isFirst { text += "\n" }
    } else {
      text += "\n## \(Self.escaped(name ?? "Without category"))\n\n"
      heading = name
    }
    isFirst = false
    text += "- [\(Self.escaped(feed.title))](\(Self.address(feed.text(FeedField.siteURL) ?? feed.url.canonical)))"
    if let subtitle = feed.text(FeedField.subtitle) { text += " – \(Self.escaped(subtitle))" }
    return text + " ([feed](\(Self.address(feed.url.canonical))))\n"
  }

  func foot() -> String { "" }

  /// An address where brackets would end it.
  private static func address(_ url: String) -> String {
    url.replacing("(", with: "%28").replacing(")", with: "%29").replacing(" ", with: "%20").replacing("<", with: "%3C")
      .replacing("\n", with: "")
  }

  /// Text that stays text, on one line. Source: CommonMark 0.31, Backslash escapes.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "#", "|", "~", "&":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): escaped += " "
      // What turns text around would go on behind the title.
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": continue
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
