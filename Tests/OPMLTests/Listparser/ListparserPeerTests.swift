import Diagnostics
import Foundation
import OPML
import TestEnvironment
import Testing

private let listparserPython = TestProgram(
  pythonRunning: "import listparser, lxml; assert listparser.__version__ >= '0.19'")

@Suite(
  "OPML in the corpus compared with listparser",
  .enabled(if: OPMLCorpus.isPresent, "\(Corpus.absence)"),
  .enabled(
    if: TestEnvironment.comparesPeers && listparserPython != nil,
    "needs Python's listparser 0.19 or later and lxml, and CELESTRA_PEERS=1"))
struct ListparserPeerTests {
  /// The compared fields of a feed.
  private struct Feed: Decodable, Equatable {
    let title: String
    /// The paths of folders and of the `category` attribute.
    let categories: Set<[String]>
  }

  private static let rawHTML = "listparser reads a feed with raw HTML in its description as a folder"
  private static let cut = "listparser ends a title at an unescaped quote"

  /// Files with different titles or categories, and the reasons.
  static let differences = [
    "plenaryapp__awesome-rss-feeds__countries_with_category_Russia.opml": cut,
    "plenaryapp__awesome-rss-feeds__countries_without_category_Russia.opml": cut,
    "plenaryapp__awesome-rss-feeds__recommended_with_category_Android Development.opml": rawHTML,
    "plenaryapp__awesome-rss-feeds__recommended_with_category_Programming.opml": rawHTML,
    "plenaryapp__awesome-rss-feeds__recommended_without_category_Android Development.opml": rawHTML,
    "plenaryapp__awesome-rss-feeds__recommended_without_category_Programming.opml": rawHTML,
  ]

  @Test("titles and categories of all feeds match, or the difference is explained")
  func titlesAndCategories() throws {
    let entries = try OPMLCorpus.entries()
    let theirs = try Self.listparser(entries.map(\.file))
    var different: Set<String> = []
    var compared = 0
    for entry in entries {
      guard case .document(let document) = OPMLParser.parse(try OPMLCorpus.source(entry.file)) else { continue }
      let ours = Self.feeds(document.feeds)
      for (url, feed) in try #require(theirs[entry.file]) {
        // Other tests compare the set of feeds.
        guard let own = ours[url] else { continue }
        compared += 1
        if own != feed { different.insert(entry.file) }
      }
    }
    #expect(different == Set(Self.differences.keys))
    #expect(compared > 3000)
  }

  private static func feeds(_ outlines: [Outline]) -> [String: Feed] {
    Dictionary(grouping: outlines, by: \.xmlURL).mapValues { same in
      let paths = same.flatMap { $0.categories + ($0.folders.isEmpty ? [] : [$0.folders]) }
      let title = same.lazy.compactMap(\.title).first ?? ""
      return Feed(title: plain(title), categories: Set(paths.map { $0.map(plain) }))
    }
  }

  /// Collapses white space, which only one of the readers preserves.
  private static func plain(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
  }

  private static func listparser(_ files: [String]) throws -> [String: [String: Feed]] {
    let script = """
      from json import dumps
      from listparser import parse
      from sys import argv
      def plain(text): return " ".join(text.split())
      for name in argv[2:]:
        found = parse(open(argv[1] + "/" + name, "rb").read())
        feeds = {x.url: {"title": plain(x.title or ""),
                         "categories": [[plain(y) for y in path] for path in x.get("categories", [])]} for x in found.feeds}
        print(dumps([name, feeds]))
      """
    let run = try #require(listparserPython).run(["-c", script, OPMLCorpus.folder.path] + files)
    try #require(run.status == 0, "\(run.errors)")
    var all: [String: [String: Feed]] = [:]
    for line in run.out.split(separator: "\n") {
      let pair = try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
      all[pair.name] = pair.feeds
    }
    return all
  }

  private struct Answer: Decodable {
    let name: String
    let feeds: [String: Feed]

    init(from decoder: any Decoder) throws {
      var pair = try decoder.unkeyedContainer()
      name = try pair.decode(String.self)
      feeds = try pair.decode([String: Feed].self)
    }
  }
}
