import Diagnostics
import Foundation
import OPML
import Testing

@Suite(
  "What feedvalidator's test files say of themselves",
  .enabled(if: OPMLCorpus.isThere, "the corpus is not beside the project"))
struct FeedvalidatorSuiteTests {
  /// What comes of a file.
  enum Reading: Equatable {
    /// Read without a warning.
    case clean
    /// Read, with this said of it.
    case noted(String)
    /// Refused when strict: it is not well-formed.
    case broken
    /// It is something else.
    case notOPML
  }

  /// What we make of what the validator complains of. Most of it makes no difference to who wants the feeds.
  static let readings: [String: (reading: Reading, why: String)] = [
    "!Error": (.clean, "nothing is wrong"),
    "!InvalidOutlineType": (.clean, "nothing is wrong"),
    "InvalidOPMLVersion": (.noted("opml-version"), "the same"),
    "MissingXmlURL": (.noted("opml-missing-url"), "the same"),
    "SAXError": (.broken, "the same"),
    "UnicodeError": (.broken, "the same"),
    "UndefinedElement{parent:root,element:haha}": (.notOPML, "the same"),
    "MissingUrlAttr{element:outline}": (.noted("opml-inclusion"), "it is not followed, with an address or without"),
    "UndefinedElement{parent:opml,element:outline}": (.clean, "an outline is read wherever it stands"),
    "UndefinedElement{parent:head,element:outline}": (.clean, "an outline is read wherever it stands"),
    "MissingElement{element:outline,parent:body}": (.noted("opml-no-feeds"), "the same"),
    "MissingElement{element:body, parent:opml}": (.noted("opml-no-feeds"), "the same"),
    "MissingElement{element:head, parent:opml}": (.clean, "exporters leave it out"),
    "MissingAttribute{attr:version,element:opml}": (.clean, "exporters leave it out"),
    "MissingAttribute{attr:text,element:outline}": (.clean, "the title stands in for it"),
    "MissingTitleAttr{element:outline}": (.clean, "the text stands in for it"),
    "UnexpectedAttribute{attribute:nonesuch}": (
      .noted("opml-missing-url"), "OPML 2.0 has unknown attributes ignored; the file also has a feed without address"
    ),
    "UnexpectedAttribute{attribute:xmlurl}": (
      .noted("opml-missing-url"), "names are read in any case; the file also has a feed without address"
    ),
    "InvalidOutlineType": (.clean, "OPML 2.0 allows new types"),
    "InvalidOutlineVersion": (
      .noted("opml-missing-url"), "a feed's version is found by fetching it; the file also has one without address"
    ),
    "InvalidLanguage": (.clean, "a language that is none is left out"),
    "ObsoleteVersion": (.clean, "1.1 is read"),
    "InvalidRFC2822Date{element:created}": (.clean, "dates are not read"),
    "InvalidRFC2822Date{element:dateCreated}": (.clean, "dates are not read"),
    "InvalidRFC2822Date{element:dateModified}": (.clean, "dates are not read"),
    "InvalidContact{element:ownerEmail}": (.clean, "the owner is not read"),
    "InvalidTrueFalse{element:isBreakpoint}": (.clean, "breakpoints are not read"),
    "InvalidTrueFalse{element:isComment}": (.clean, "only 'true' comments an outline out"),
  ]

  @Test("every file comes to what its expectation means for us")
  func files() throws {
    let files = try OPMLCorpus.entries().map(\.file).filter { $0.hasPrefix("w3c__") }
    #expect(files.count == 37)
    for file in files where !file.contains("_rss_") {
      let source = try OPMLCorpus.source(file)
      let line = String(decoding: source.bytes, as: UTF8.self).split(separator: "\n").first { $0.contains("Expect:") }
      let event = line?.split(separator: "Expect:").last?.trimmingCharacters(in: .whitespaces) ?? ""
      let expected = try #require(Self.readings[event], "\(file): \(event)")
      #expect(Self.reads(source, as: expected.reading), "\(file): \(event): \(expected.why)")
    }
  }

  private static func reads(_ source: SourceText, as reading: Reading) -> Bool {
    switch OPMLParser.parse(source, isStrict: true) {
    case .document(let document):
      if case .noted(let rule) = reading { return document.notes.contains { $0.rule == rule } }
      // The validator's lists are outlines of all kinds: that there are no feeds in them is no mistake.
      return reading == .clean && document.notes.allSatisfy { $0.severity == .info || $0.rule == "opml-no-feeds" }
    case .broken: return reading == .broken
    case .notOPML: return reading == .notOPML
    }
  }
}
