import Diagnostics
import Testing

@testable import OPML

@Suite("Broken OPML files of other people", .enabled(if: OPMLCorpus.isThere, "the corpus is not beside the project"))
struct OPMLRepairCorpusTests {
  /// Files that no repair makes well-formed: the feeds that are read from them one by one.
  static let salvaged = [
    "kurtmckee__listparser__tests_files_malformed_concatenated-documents.xml": 2,
    "kurtmckee__listparser__tests_files_malformed_end-element-missing.xml": 1,
    "kurtmckee__listparser__tests_files_malformed_end-element-unexpected-with-prefix.xml": 1,
    "kurtmckee__listparser__tests_files_malformed_end-element-unexpected.xml": 1,
  ]

  /// Files from which nothing is read, and why.
  static let refused = [
    "Holllo__opml__opml_api_tests_samples_invalid_xml.opml": "it is no XML at all",
    "kurtmckee__listparser__tests_files_malformed_xmlns-without-value.xml": "it has no outline",
  ]

  /// Files where we and listparser differ: the distinct feeds that we find, and why.
  static let differences = Dictionary(
    uniqueKeysWithValues: ["with_category", "without_category"].flatMap { folder in
      [("Android Development", 32), ("Programming", 50)].map { name, feeds in
        (
          "plenaryapp__awesome-rss-feeds__recommended_\(folder)_\(name).opml",
          (feeds: feeds, why: "listparser loses the feed whose description has raw HTML in it")
        )
      }
    })

  @Test("every file that is not well-formed is mended or salvaged, and holds as many feeds as listparser finds")
  func feeds() throws {
    var repaired = 0
    var salvaged: [String: Int] = [:]
    var refused: Set<String> = []
    var differences: [String: Int] = [:]
    for entry in try OPMLCorpus.entries() where !entry.isWellFormed {
      guard case .document(let document) = OPMLParser.parse(try OPMLCorpus.source(entry.file)) else {
        refused.insert(entry.file)
        continue
      }
      let found = Set(document.feeds.map(\.xmlURL)).count
      if found != entry.listparserFeeds { differences[entry.file] = found }
      if document.notes.contains(where: { $0.rule == "salvaged" }) {
        salvaged[entry.file] = found
      } else {
        repaired += 1
        #expect(document.notes.contains { $0.rule.hasPrefix("repaired-") })
      }
    }
    #expect(repaired == 58)
    #expect(salvaged == Self.salvaged)
    #expect(refused == Set(Self.refused.keys))
    #expect(differences == Self.differences.mapValues(\.feeds))
  }

  @Test("a well-formed file is read the same with and without repairs")
  func wellFormed() throws {
    for entry in try OPMLCorpus.entries() where entry.isWellFormed {
      let source = try OPMLCorpus.source(entry.file)
      guard case .document(let strict) = OPMLParser.parse(source, isStrict: true),
        case .document(let repaired) = OPMLParser.parse(source)
      else { continue }
      #expect(strict.feeds == repaired.feeds && strict.notes == repaired.notes, "\(entry.file)")
    }
  }
}
