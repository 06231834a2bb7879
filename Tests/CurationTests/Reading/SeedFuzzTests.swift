import Catalog
import CloudKitRecords
import Diagnostics
import Foundation
import Testing

@testable import Curation

@Suite("Seed files changed at random")
struct SeedFuzzTests {
  private static let opml = """
    <?xml version="1.0" encoding="UTF-8"?><opml version="2.0"><head><title>é</title></head><body>
    <outline text="Tech &amp; co" celestra:slug="tech" celestra:color="#112233" celestra:sortOrder="1" celestra:icon="i">
    <outline text="a" xmlUrl="http://a.example/?a=1" htmlUrl="https://a.example/" category="/a/b,c" language="en"
    celestra:tags="c&#10;d, e"/></outline><outline type="link" url="x"/></body></opml>
    """
  private static let json = """
    {"$schema": "s", "version": 1, "categories": [{"slug": "a", "name": "A\\u001b", "color": "#112233",
    "sortOrder": 1, "parentCategory": null}], "feeds": [{"feedURL": "https://a.example/f", "title": "é",
    "tags": ["x"], "isActive": false, "addedAt": "2026-11-21", "siteURL": "https://a.example/"}],
    "collections": [{"slug": "c", "title": "C", "feeds": ["https://a.example/f"]}]}
    """
  private static let csv = #"""
    title;url;tags;category;folder;isFeatured;addedAt;site
    "a; ""b""";https://a.example/f;x,y;Tech;A/B;1;2026-11-21;https://a.example/
    é;http://www.a.example/f/;;;;no;;
    """#
  private static let map = """
    {"$schema": "s", "default": "general", "folders": {"Tech": "technology", "IT": "Tech", "A/B": "it", "é": "news"}}
    """
  private static let blogs = """
    [{"language": "en", "title": "E", "categories": [{"title": "N", "slug": "n", "sites": [{"title": "A",
    "site_url": "https://a.example/", "feed_url": "https://a.example/f"}]}]}]
    """
  private static let pieces = [
    "\"", "'", "<", ">", "&", ",", ";", "\t", "\n", "\r", "{", "}", "[", "]", ":", "\\u", "null", "\u{0}", "\u{1B}]0;",
    "\u{202E}", "é", "/", "url", "folders", "feeds", "javascript:", "http://", "1e999", "#",
  ].map { Array($0.utf8) }

  /// The same numbers in every run.
  private struct Numbers {
    private var state = UInt64(0x9E37_79B9_7F4A_7C15)

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  private static func changed(_ seed: [UInt8], _ numbers: inout Numbers) -> [UInt8] {
    var bytes = seed
    for _ in 0...numbers.next(4) {
      let at = numbers.next(bytes.count)
      switch numbers.next(5) {
      case 0: bytes[at] = UInt8(numbers.next(256))
      case 1: bytes.removeSubrange(at..<min(bytes.count, at + 1 + numbers.next(12)))
      case 2: bytes.insert(contentsOf: pieces[numbers.next(pieces.count)], at: at)
      case 3: bytes.removeLast(bytes.count - at)
      default:
        bytes.insert(
          contentsOf: bytes[at..<min(bytes.count, at + numbers.next(60))], at: numbers.next(bytes.count))
      }
      if bytes.isEmpty { bytes = [0x7B] }
    }
    return bytes
  }

  @Test(
    "they are read or refused, with every place inside the text and nothing in the plan that steers a terminal",
    arguments: [opml, json, csv, map, blogs])
  func changes(text: String) throws {
    let iterations = ProcessInfo.processInfo.environment["CELESTRA_FUZZ_ITERATIONS"].flatMap { Int($0) } ?? 400
    var numbers = Numbers()
    for _ in 0..<iterations {
      let bytes = Self.changed(Array(text.utf8), &numbers)
      let source = SourceText(name: "f", bytes: bytes)
      let file = SeedFileReader.read(source)
      let size = (file.text ?? source).bytes.count
      let ranges = file.diagnostics.map(\.range) + file.seeds.feeds.map(\.place.range)
      #expect(ranges.allSatisfy { $0.map { $0.start >= 0 && $0.end <= size } ?? true })
      var seeds = file.seeds
      seeds.addCollections(fromFoldersOf: file.seeds)
      try check(seeds, file.categoryMap, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  private func check(_ seeds: SeedCatalog, _ map: CategoryMap?, _ text: String) throws {
    var known = KnownCategories(Taxonomy([], areRecords: true))
    for seed in seeds.categories { known.add(seed) }
    let planner = FeedPlanner(
      seeds: seeds.feeds, categories: known, layout: .publicCatalog, asOf: Timestamp(milliseconds: 0),
      policy: SeedPolicy(categoryMap: map, duplicates: .preferHTTPS))
    #expect(planner.steps.count == seeds.feeds.count, "\(text)")
    var shown = seeds.feeds.indices.map(planner.label)
    let stated = [
      (CatalogTable.feeds, seeds.feeds.map(\.fields)), (.categories, seeds.categories.map(\.fields)),
      (.collections, seeds.collections.map(\.fields)),
    ]
    for (table, seeds) in stated {
      for seed in seeds {
        let values = table.curated.compactMap { seed[$0] }.flatMap { $0.list ?? [$0] }
        shown += values.compactMap(\.string)
      }
    }
    for text in shown { #expect(text.unicodeScalars.allSatisfy(Self.isHarmless), "\(text.debugDescription)") }
    for feed in planner.wanted.compactMap({ $0 }) {
      #expect(feed.url.canonical.hasPrefix("http"), "\(text)")
    }
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    !(scalar.properties.generalCategory == .control || (0x202A...0x202E).contains(scalar.value)
      || (0x2066...0x2069).contains(scalar.value))
  }

  @Test("floods of one thing are read or refused in no time", .timeLimit(.minutes(5)))
  func floods() {
    for start in [
      "url\n", "url,title\nhttps://a.example/f,\"", "{\"folders\": {", "{\"feeds\": [", "https://", "\"", "#",
    ] {
      for piece in ["\"", ",", "\n", "\r\n", "a\n", "{", "\"a\":", "[", "x,y\n", "\"\"\n", "\u{1B}["] {
        let flood = String(repeating: piece, count: 60_000 / piece.utf8.count)
        _ = SeedFileReader.read(SourceText(name: "f", text: start + flood))
      }
    }
  }
}
