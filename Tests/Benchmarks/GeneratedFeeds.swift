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
