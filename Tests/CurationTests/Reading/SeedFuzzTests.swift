import Catalog
import CloudKitRecords
import Diagnostics
import Foundation
import TestEnvironment
import Testing

@testable import Curation

@Suite("Damaged seed files")
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
  ]

  @Test(
    "damaged seed files are read or refused, with all places inside the text and no control characters in the plan",
    arguments: [opml, json, csv, map, blogs])
  func changes(text: String) throws {
    var damage = Damage(inserting: Self.pieces, seed: 1)
    for _ in 0..<Damage.iterations(400) {
      let bytes = damage.damaged([Array(text.utf8)])
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

  @Test(
    "repeated input is read or refused in linear time",
    arguments: [
      "url\n", "url,title\nhttps://a.example/f,\"", "{\"folders\": {", "{\"feeds\": [", "https://", "\"", "#",
    ])
  func floods(start: String) {
    for piece in ["\"", ",", "\n", "\r\n", "a\n", "{", "\"a\":", "[", "x,y\n", "\"\"\n", "\u{1B}["] {
      let isLinear = TimeGrowth.isLinear(upTo: 30_000) { size in
        let flood = String(repeating: piece, count: size / piece.utf8.count)
        let file = SeedFileReader.read(SourceText(name: "f", text: start + flood))
        // Every line is a feed or has a diagnostic, but for the blank lines of a table without rows.
        let isEmptyTable = start == "url\n" && piece.allSatisfy(\.isNewline)
        #expect(isEmptyTable || !file.diagnostics.isEmpty || !file.seeds.feeds.isEmpty, "\(start)\(piece)")
        #expect(file.seeds.feeds.count <= flood.utf8.count { $0 == 0x0A } + 2, "\(start)\(piece)")
      }
      #expect(isLinear, "\(start)\(piece)")
    }
  }
}
