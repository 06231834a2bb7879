import Diagnostics
import OPML
import Testing

@Suite("OPML in the corpus", .enabled(if: OPMLCorpus.isPresent, "the corpus is missing"))
struct OPMLCorpusTests {
  /// FOAF files, which listparser reads and we reject as other documents.
  static let friends = [
    "foaf_agent-multiple_weblogs",
    "foaf_agent-title-1",
    "foaf_agent-title-2",
    "foaf_agent-title-whitespace",
    "foaf_agent-url",
    "foaf_agent-url-2",
    "foaf_agent-url-whitespace",
    "foaf_group-1",
    "foaf_group-2",
    "foaf_group-duplication-1",
    "foaf_group-duplication-2",
    "foaf_group-no_name",
    "opportunities_rdf-foaf_Document-woven-1",
    "opportunities_rdf-foaf_Document-woven-2",
    "yandex_ya_blogActivity-ensure_name",
    "yandex_ya_blogActivity-ya_Comments-url",
    "yandex_ya_blogActivity-ya_Posts-url",
  ].map { "kurtmckee__listparser__tests_files_rdf_\($0).xml" }

  /// Files with a different number of feeds than in listparser, and the reasons.
  static let differences: [String: (feeds: Int, why: String)] = [
    "Holllo__opml__opml_api_tests_samples_valid_opml_with_everything.opml": (
      0, "all outlines are commented out with isComment, which listparser ignores"
    )
  ]

  @Test("every well-formed file has as many distinct feeds as in listparser, or the difference is explained")
  func feeds() throws {
    var differences: [String: Int] = [:]
    var notOPML: [String] = []
    for entry in try OPMLCorpus.entries() where entry.isWellFormed {
      switch OPMLParser.parse(try OPMLCorpus.source(entry.file), isStrict: true) {
      case .document(let document):
        let found = Set(document.feeds.map(\.xmlURL)).count
        if found != entry.listparserFeeds { differences[entry.file] = found }
      case .notOPML: if entry.listparserFeeds > 0 { notOPML.append(entry.file) }
      case .broken(let diagnostic): Issue.record("\(entry.file): \(diagnostic.message)")
      }
    }
    #expect(differences == Self.differences.mapValues(\.feeds))
    #expect(Set(notOPML) == Set(Self.friends))
  }

  /// Files with a different number of linked lists or feeds without an address than in listparser, and the reasons.
  static let notes: [String: (lists: Int, opportunities: Int, why: String)] = {
    let list =
      "a link to a list without an address; we report it, listparser ignores it"
    let feed = "a feed with neither an address nor a page; we report it, listparser ignores it"
    let others = [
      "kurtmckee__listparser__tests_files_opml_include_outline_type-no_url.xml": (1, 0, list),
      "kurtmckee__listparser__tests_files_opml_link_outline_type-no_url.xml": (1, 0, list),
      "kurtmckee__listparser__tests_files_opml_opportunities_opml-htmlUrl-empty.xml": (0, 1, feed),
      "kurtmckee__listparser__tests_files_opml_outline_xmlUrl-empty.xml": (0, 1, feed),
      "w3c__feedvalidator__testcases_opml_errors_missingUrlAttribute.opml": (1, 0, list),
    ]
    let errors = (1...4).map {
      ("w3c__feedvalidator__testcases_opml_errors_subscriptionListErrors\($0).opml", (0, 1, feed))
    }
    return others.merging(errors) { first, _ in first }
  }()

  @Test(
    "every file has as many linked lists and feeds without an address as in listparser, or the difference is explained")
  func otherOutlines() throws {
    var differences: [String: [Int]] = [:]
    for entry in try OPMLCorpus.entries() {
      guard case .document(let document) = OPMLParser.parse(try OPMLCorpus.source(entry.file)) else { continue }
      let found = ["opml-inclusion", "opml-missing-url"].map { rule in document.notes.count { $0.rule == rule } }
      if found != [entry.listparserLists, entry.listparserOpportunities] { differences[entry.file] = found }
    }
    #expect(differences == Self.notes.mapValues { [$0.lists, $0.opportunities] })
  }

  @Test("the range of an outline is its start tag")
  func ranges() throws {
    for entry in try OPMLCorpus.entries() where entry.isWellFormed {
      let source = try OPMLCorpus.source(entry.file)
      guard case .document(let document) = OPMLParser.parse(source, isStrict: true) else { continue }
      for outline in document.feeds {
        guard let range = outline.range else { continue }
        let tag = source.string(range)
        #expect(tag.lowercased().hasPrefix("<outline") && tag.hasSuffix(">"), "\(entry.file): \(tag)")
      }
    }
  }

  @Test("every malformed file is rejected with an error at a valid place")
  func broken() throws {
    var rejected = 0
    for entry in try OPMLCorpus.entries() where !entry.isWellFormed {
      let source = try OPMLCorpus.source(entry.file)
      guard case .broken(let diagnostic) = OPMLParser.parse(source, isStrict: true) else {
        Issue.record("\(entry.file) was read")
        continue
      }
      rejected += 1
      #expect(diagnostic.range == nil || diagnostic.range.map { $0.end <= source.bytes.count } == true)
    }
    #expect(rejected == 64)
  }

  @Test(
    "a mistake is reported on the same line as by xmllint",
    arguments: [
      ("Holllo__opml__opml_api_tests_samples_invalid_xml.opml", 1, "{"),
      ("kurtmckee__listparser__tests_files_malformed_concatenated-documents.xml", 19, "<"),
      ("kurtmckee__listparser__tests_files_malformed_end-element-missing.xml", 12, ""),
      ("kurtmckee__listparser__tests_files_malformed_end-element-unexpected.xml", 13, "</unexpected>"),
      ("kurtmckee__listparser__tests_files_malformed_html-entity-attribute.xml", 11, "&aelig;"),
      ("kurtmckee__listparser__tests_files_malformed_html-entity-text-2.xml", 9, "&mu;"),
      ("kurtmckee__listparser__tests_files_malformed_xmlns-without-value.xml", 7, ">"),
      ("plenaryapp__awesome-rss-feeds__countries_with_category_Russia.opml", 20, "К"),
      ("plenaryapp__awesome-rss-feeds__countries_with_category_United States.opml", 14, "&"),
      ("plenaryapp__awesome-rss-feeds__recommended_with_category_Programming.opml", 34, "&"),
      ("plenaryapp__awesome-rss-feeds__recommended_with_category_Startups.opml", 21, "<"),
      ("w3c__feedvalidator__testcases_opml_errors_notEncoded.opml", 12, "&atsign;"),
    ])
  func lines(file: String, line: Int, marked: String) throws {
    let source = try OPMLCorpus.source(file)
    guard case .broken(let diagnostic) = OPMLParser.parse(source, isStrict: true), let range = diagnostic.range else {
      Issue.record("\(file) was read, or has no range")
      return
    }
    #expect(LineTable(source).position(at: range.start).line == line)
    #expect(source.string(range) == marked)
  }
}
