import Foundation
import Testing

@testable import Syndication

@Suite("gofeed's test files", .enabled(if: FeedCorpus.isPresent, "the corpus is missing"))
struct GofeedTests {
  private static let folder = "mmcdole__gofeed/testdata/parser"

  /// Files with different results, and the reasons.
  private static let differences: [String: String] = {
    let texts = ["entry_summary", "entry_title", "tagline", "title"].flatMap {
      ["\($0)_xhtml_escaped", "\($0)_xhtml_inline"]
    }
    let div = texts.map {
      ("atom/atom03_feed_\($0)_markup.xml", "the div is part of the text in Atom 0.3, as in feedparser")
    }
    let others = [
      ("rss/issue_303_encoded_no_namespace.xml", "encoded without a namespace means content:encoded")
    ]
    return Dictionary(uniqueKeysWithValues: (div + others).map { ("\(folder)/\($0.0)", $0.1) })
  }()

  @Test("at least 95% of files match gofeed in all shared fields, and the differences are explained")
  func expectations() throws {
    var different: Set<String> = []
    var files = 0
    for folder in ["rss", "atom"] {
      for file in try FeedCorpus.files(in: "\(Self.folder)/\(folder)", ending: ".xml") {
        let json = Data(try FeedCorpus.bytes(String(file.dropLast(3)) + "json"))
        guard let object = try JSONSerialization.jsonObject(with: json) as? [String: Any] else { continue }
        files += 1
        guard case .feed(let feed) = try FeedCorpus.read(file) else {
          different.insert(file)
          continue
        }
        let expected = folder == "rss" ? GofeedFields.rss(object) : GofeedFields.atom(object)
        if GofeedFields.of(feed, expected: expected) != expected { different.insert(file) }
      }
    }
    #expect(different == Set(Self.differences.keys))
    #expect(files == 433 && different.count * 20 <= files)
  }

  @Test(
    "formats are detected as in gofeed",
    arguments: [
      ("atom03_feed.xml", FeedFormat.atom, "0.3"), ("atom10_feed.xml", .atom, "1.0"), ("rss_feed.xml", .rss, "2.0"),
      ("rss_feed_bom.xml", .rss, "2.0"), ("rss_feed_leading_spaces.xml", .rss, "2.0"), ("rdf_feed.xml", .rdf, "1.0"),
      ("json10_feed.json", .jsonFeed, "1.0"), ("json11_feed.json", .jsonFeed, "1.1"),
    ])
  func detection(file: String, format: FeedFormat, version: String) throws {
    guard case .feed(let feed) = try FeedCorpus.read("\(Self.folder)/universal/\(file)") else {
      Issue.record("not a feed")
      return
    }
    #expect(feed.format == format && feed.version == version)
  }

  @Test(
    "files that gofeed rejects are rejected",
    arguments: [
      ("empty_feed.xml", FeedReading.empty),
      ("unknown_feed.xml", .notAFeed(OtherDocument(kind: .xml(root: "note")))),
      ("invalid.json", .malformed(reason: "expected ',' or '}', line 3")),
    ])
  func none(file: String, expected: FeedReading) throws {
    #expect(try FeedCorpus.read("\(Self.folder)/universal/\(file)") == expected)
  }
}
