import Catalog
import CloudKitRecords
import Diagnostics
import Foundation
import TestEnvironment
import Testing

@testable import Curation

@Suite("Edits of other people's lists", .enabled(if: SeedCorpus.isThere, "the corpus is not beside the project"))
struct ListEditCorpusTests {
  @Test("a list takes a new feed, a moved one, and a removed one, and only their lines change")
  func lists() throws {
    var edited = 0
    var refusals: [String: Int] = [:]
    for folder in ["feedlists", "opml"] where Corpus.has(folder) {
      let files = try FileManager.default.contentsOfDirectory(atPath: Corpus.folder(folder).path())
      for name in files.sorted() where name != "index.tsv" && !name.contains("schema_blogs") {
        let data = try Data(contentsOf: Corpus.folder(folder).appending(path: name))
        let source = SourceText(name: name, bytes: Array(data))
        do {
          let editor = try SeedFileEditor(source)
          if editor.feeds.isEmpty { continue }
          try check(source, editor.feeds)
          edited += 1
        } catch let error as SeedFileRefusal {
          let reason = error.reason.replacing(/\ in line [0-9]+/, with: "").replacing(/'[^']*'/, with: "'…'")
          refusals[reason, default: 0] += 1
          // An entry that is not well-formed is read, and left to its owner.
          let isRepaired = SeedFileReader.read(source).diagnostics.contains { $0.rule.hasPrefix("repaired") }
          if reason.contains("would change"), !isRepaired { Issue.record("\(name): \(reason)") }
        }
      }
    }
    print("edited \(edited) lists; refused: \(refusals.sorted { $0.key < $1.key })")
    #expect(edited > 100)
  }

  private func check(_ source: SourceText, _ feeds: [FeedSeed]) throws {
    let new = "https://moved.example/feed?a=1&b=2"
    let plain = { (feed: FeedSeed) in
      var feed = feed
      feed.place = SeedPlace(file: "", range: nil)
      feed.formerURLs = []
      return feed
    }
    let middle = feeds.count / 2
    for index in feeds.count > 5000 ? [middle] : Set([0, middle, feeds.count - 1]) {
      let feed = feeds[index]
      let moved = try EditedText(source) { try $0.apply(.change(feed.place, FeedField.feedURL, .string(new))) }
      #expect(moved.feeds[index].feedURL == new)
      var others = feeds.map(plain)
      var after = moved.feeds.map(plain)
      others.remove(at: index)
      after.remove(at: index)
      #expect(others == after, "\(source.name)")
      let lines = source.lineCount(of: feed)
      // A list of another program declares the namespace of former addresses once.
      #expect(moved.removedLines <= lines + 1 && moved.insertedLines <= lines + 2, "\(source.name)")
      let removed = try EditedText(source) { try $0.apply(.remove(feed.place)) }
      #expect(removed.feeds.map(plain) == others, "\(source.name)")
      #expect(removed.removedLines <= 2 + max(lines, 6) && removed.insertedLines <= 1, "\(source.name)")
    }
    let added = try EditedText(source) { try $0.apply(.add(ListEditTests.bee)) }
    var after = added.feeds
    let index = try #require(after.firstIndex { $0.feedURL == ListEditTests.bee.feedURL })
    after.remove(at: index)
    #expect(after.map(plain) == feeds.map(plain), "\(source.name)")
    #expect(added.removedLines <= 2 && added.insertedLines <= 10, "\(source.name) \(added.removedLines)")
  }
}

extension SourceText {
  fileprivate func lineCount(of feed: FeedSeed) -> Int {
    feed.place.range.map { bytes[$0.start..<$0.end].count { $0 == 0x0A } + 1 } ?? 1
  }
}
