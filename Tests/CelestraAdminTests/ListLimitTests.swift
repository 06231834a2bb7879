import Testing

@Suite("limits of lists")
struct ListLimitTests {
  @Test(
    "CSV and Markdown have all rows unless --limit is passed; text and JSON have 50",
    arguments: [("text", 50), ("json", 50), ("csv", 60), ("markdown", 60)])
  func limits(format: String, count: Int) throws {
    let feeds = (0..<60).map { #"{"feedURL":"https://a.example/\#($0)","title":"Row \#($0)"}"# }
    let session = try Session.seeded("{\"feeds\":[\(feeds.joined(separator: ","))]}")
    let items = (0..<60).map { number in
      "<item><link>https://a.example/p\(number)</link><title>Row \(number)</title><description>x</description>"
        + "<pubDate>Fri, 20 Nov 2026 12:00:00 GMT</pubDate></item>"
    }
    try session.write("<rss version='2.0'><channel><title>F</title>\(items.joined())</channel></rss>", to: "f.xml")
    let update = ["update", "--document", "f.xml", "--as-of", ProbedFeeds.asOf, "https://a.example/0"]
    #expect(try session.run(update).status == 0)
    for noun in ["feeds", "articles"] {
      let list = [noun, "list", "--format", format]
      for (options, expected) in [([], count), (["--limit", "0"], 60), (["--limit", "7"], 7)] as [([String], Int)] {
        let run = try session.run(list + options)
        #expect(run.out.matches(of: #/Row \d+/#).count == expected, "\(run)")
      }
    }
  }
}
