import Diagnostics
import Testing

@testable import OPML

@Suite("Malformed OPML in the corpus", .enabled(if: OPMLCorpus.isPresent, "the corpus is missing"))
struct OPMLRepairCorpusTests {
  /// The number of feeds in files that are read outline by outline.
  static let salvaged = [
    "kurtmckee__listparser__tests_files_malformed_concatenated-documents.xml": 2,
    "kurtmckee__listparser__tests_files_malformed_end-element-missing.xml": 1,
    "kurtmckee__listparser__tests_files_malformed_end-element-unexpected-with-prefix.xml": 1,
    "kurtmckee__listparser__tests_files_malformed_end-element-unexpected.xml": 1,
  ]

  /// Files that are rejected, and the reasons.
  static let refused = [
    "Holllo__opml__opml_api_tests_samples_invalid_xml.opml": "not XML",
    "kurtmckee__listparser__tests_files_malformed_xmlns-without-value.xml": "no outlines",
  ]

  /// Files with a different number of feeds than in listparser, and the reasons.
  static let differences = Dictionary(
    uniqueKeysWithValues: ["with_category", "without_category"].flatMap { folder in
      [("Android Development", 32), ("Programming", 50)].map { name, feeds in
        (
          "plenaryapp__awesome-rss-feeds__recommended_\(folder)_\(name).opml",
          (feeds: feeds, why: "listparser loses the feed with raw HTML in its description")
        )
      }
    })

  @Test("every malformed file is repaired or salvaged, with as many feeds as in listparser")
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
