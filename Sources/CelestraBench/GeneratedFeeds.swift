import CloudKitRecords
import Foundation

/// A catalogue made up for measuring: as many feeds as asked, alike in shape to curated ones, the same at every run.
enum GeneratedFeeds {
  private static let categories = [
    "general", "technology", "design", "business", "news", "entertainment", "science", "health",
  ]
  private static let words = [
    "swift", "cloud", "garden", "notes", "weekly", "journal", "engineering", "quiet", "signal", "harbour", "atlas",
    "paper",
  ]

  /// Writes a seed file of feeds and one of their categories into a folder.
  /// - Returns: their paths.
  static func seedFiles(count: Int, in folder: BenchmarkFolder) throws -> [String] {
    [
      try folder.write(seedFile(count: count), to: "feeds.json"),
      try folder.write(categoriesFile(), to: "categories.json"),
    ]
  }

  /// A seed file of feeds, as JSON text.
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

  /// Requests that create feeds with the fields of `schema/celestra.ckdb`.
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

  /// The eight categories the feeds are in, as a seed file.
  static func categoriesFile() -> Data {
    let items = categories.map { #"{"slug":"\#($0)","name":"\#($0.capitalized)"}"# }
    return Data(#"{"categories":[\#(items.joined(separator: ","))]}"#.utf8)
  }
}
