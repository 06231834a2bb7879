import CloudKitRecords
import Foundation

/// A generated catalog of any size, similar to curated ones and identical in every run.
enum GeneratedFeeds {
  private static let categories = [
    "general", "technology", "design", "business", "news", "entertainment", "science", "health",
  ]
  private static let words = [
    "swift", "cloud", "garden", "notes", "weekly", "journal", "engineering", "quiet", "signal", "harbour", "atlas",
    "paper",
  ]

  /// Writes a seed file of feeds and one of their categories to a folder.
  /// - Returns: The paths.
  static func seedFiles(count: Int, in folder: BenchmarkFolder) throws -> [String] {
    [
      try folder.write(seedFile(count: count), to: "feeds.json"),
      try folder.write(categoriesFile(), to: "categories.json"),
    ]
  }

  private static func seedFile(count: Int) -> Data {
    var text = #"{"feeds":["#
    for index in 0..<count {
      let first = words[index % words.count]
      let second = words[(index / words.count) % words.count]
      if index > 0 { text += "," }
      text += """

        {"feedURL":"https://\(first)-\(second)-\(index).example.com/feed.xml","title":"The \(first) \(second) \(index)",\
        "subtitle":"What \(first) means to \(second), every week or so, by number \(index)",\
        "siteURL":"https://\(first)-\(second)-\(index).example.com/","imageURL":"https://cdn.example.com/\(index).png",\
        "category":"\(categories[index % categories.count])","language":"\(index % 5 == 0 ? "de" : "en")",\
        "isFeatured":\(index % 50 == 0),"isVerified":\(index % 10 == 0),"tags":["\(first)","\(second)"]}
        """
    }
    return Data((text + "\n]}\n").utf8)
  }

  /// Returns requests that create feeds with the fields of `schema/celestra.ckdb`.
  static func operations(_ range: Range<Int>) -> [RecordOperation] {
    range.map { number in
      RecordOperation(
        .create,
        Record(
          type: "PublicFeed", name: RecordName("feed-\(number)"),
          fields: [
            "feedURL": .string("https://feed-\(number).example/rss"), "title": .string("Feed “\(number)”"),
            "subtitle": .string("What happened in the \"world\" of number \(number)"), "language": .string("en"),
            "category": .reference(Reference("technology")), "isActive": .flag(true), "qualityScore": .double(50),
            "tags": .strings(["tag\(number % 7)", "tag\(number % 11)"]),
          ]))
    }
  }

  /// The seed file of the eight categories.
  static func categoriesFile() -> Data {
    let items = categories.map { #"{"slug":"\#($0)","name":"\#($0.capitalized)"}"# }
    return Data(#"{"categories":[\#(items.joined(separator: ","))]}"#.utf8)
  }

  /// Returns a list of feeds in folders of 100 as OPML 2.0, with about 250 bytes per feed.
  static func opml(count: Int) -> Data {
    var text =
      #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n<opml version=\"2.0\"><head><title>All</title></head><body>"
    text.reserveCapacity(count * 270)
    for index in 0..<count {
      if index % 100 == 0 { text += "\(index > 0 ? "\n</outline>" : "")\n<outline text=\"Folder \(index / 100)\">" }
      text += """

        <outline type="rss" text="The quiet harbour &amp; signal notes №\(index)" title="The quiet harbour &amp; \
        signal notes №\(index)" xmlUrl="https://harbour-\(index).example.com/blog/feed.xml" \
        htmlUrl="https://harbour-\(index).example.com/blog/" description="What \(index) has to say"/>
        """
    }
    return Data((text + "\n</outline>\n</body></opml>\n").utf8)
  }
}

/// A generated schema of any size, similar to real ones and identical in every run.
enum GeneratedSchema {
  private static let fields: [(name: String, rest: String)] = [
    ("feedURL", "STRING QUERYABLE SORTABLE,"), ("title", "STRING QUERYABLE SEARCHABLE SORTABLE,"),
    ("subtitle", "STRING,"), ("category", "REFERENCE QUERYABLE,"), ("tags", "LIST<STRING> QUERYABLE,"),
    ("qualityScore", "DOUBLE QUERYABLE SORTABLE,"), ("subscriberCount", "INT64 QUERYABLE SORTABLE,"),
    ("addedAt", "TIMESTAMP QUERYABLE SORTABLE,"), ("summary", "STRING SEARCHABLE,"), ("place", "LOCATION,"),
    ("image", "ASSET,"), ("payload", "BYTES,"),
  ]

  /// Returns the bytes of a schema of at least a given size.
  static func bytes(atLeast count: Int) -> [UInt8] {
    var text = "DEFINE SCHEMA\n\n    CREATE ROLE Admin;\n"
    text.reserveCapacity(count + 2000)
    var number = 0
    while text.utf8.count < count {
      text += "\n    // Record type \(number), which is never stored.\n    RECORD TYPE Generated\(number) (\n"
      text += "        \"___recordID\"   REFERENCE QUERYABLE,\n"
      for (name, rest) in fields {
        text += "        \(name)" + String(repeating: " ", count: 16 - name.utf8.count) + rest + "\n"
      }
      text += "        GRANT READ TO \"_world\",\n        GRANT READ, CREATE, WRITE TO Admin\n    );\n"
      number += 1
    }
    return Array(text.utf8)
  }
}

/// Generated feeds, similar to those of large blogs and podcasts and identical in every run.
enum GeneratedFeedText {
  private static let paragraph =
    "Notes on what changed this week, with a <a href=\"/archive\">link</a>, some <em>emphasis</em> and fish &amp; chips."

  /// Returns RSS 2.0 in the style of WordPress, with about 1.5 KB per item.
  static func rss(items: Int) -> String {
    let escaped = paragraph.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    let body = String(repeating: "<p>\(paragraph)</p>\n", count: 5)
    let text = (0..<items).map { index in
      """
      <item><title>Post \(index) &#8211; it&#8217;s here</title><link>https://example.com/\(index)/</link>
      <dc:creator><![CDATA[Ada]]></dc:creator><pubDate>Mon, \(1 + index % 28) Jan 2024 10:00:00 +0000</pubDate>
      <category><![CDATA[Swift]]></category><category><![CDATA[Feeds]]></category>
      <guid isPermaLink="false">https://example.com/?p=\(index)</guid><description>\(escaped)</description>
      <content:encoded><![CDATA[\(body)]]></content:encoded>
      <enclosure url="https://example.com/\(index).mp3" length="1234" type="audio/mpeg"/></item>

      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Generated</title>
      <link>https://example.com/</link><description>For measuring</description>
      \(text.joined())</channel></rss>
      """
  }

  /// Returns Atom 1.0 with XHTML content.
  static func atom(items: Int) -> String {
    let body = String(repeating: "<p>\(paragraph)</p>\n", count: 6)
    let text = (0..<items).map { index in
      """
      <entry><id>tag:example.com,2024:\(index)</id><title>Post \(index)</title>
      <link rel="alternate" type="text/html" href="/\(index)/"/><updated>2024-01-\(10 + index % 18)T10:00:00Z</updated>
      <author><name>Ada</name></author><category term="Swift"/>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">\(body)</div></content></entry>

      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.com/">
      <title>Generated</title><link href="/"/><updated>2024-01-01T10:00:00Z</updated>
      \(text.joined())</feed>
      """
  }
}
