import Diagnostics
import Foundation
import OPML
import Testing

@Suite(
  "Expectations in feedvalidator's test files",
  .enabled(if: OPMLCorpus.isPresent, "the corpus is missing"))
struct FeedvalidatorSuiteTests {
  /// The result of reading a file.
  enum Reading: Equatable {
    /// Read without warnings.
    case clean
    /// Read with a note by this rule.
    case noted(String)
    /// Rejected in strict mode as not well-formed.
    case broken
    /// Another kind of document.
    case notOPML
  }

  /// Our results for each complaint of the validator; most of them do not affect feeds.
  static let readings: [String: (reading: Reading, why: String)] = [
    "!Error": (.clean, "valid"),
    "!InvalidOutlineType": (.clean, "valid"),
    "InvalidOPMLVersion": (.noted("opml-version"), "the same"),
    "MissingXmlURL": (.noted("opml-missing-url"), "the same"),
    "SAXError": (.broken, "the same"),
    "UnicodeError": (.broken, "the same"),
    "UndefinedElement{parent:root,element:haha}": (.notOPML, "the same"),
    "MissingUrlAttr{element:outline}": (
      .noted("opml-inclusion"), "linked lists are not loaded, with or without an address"
    ),
    "UndefinedElement{parent:opml,element:outline}": (.clean, "outlines are read anywhere"),
    "UndefinedElement{parent:head,element:outline}": (.clean, "outlines are read anywhere"),
    "MissingElement{element:outline,parent:body}": (.noted("opml-no-feeds"), "the same"),
    "MissingElement{element:body, parent:opml}": (.noted("opml-no-feeds"), "the same"),
    "MissingElement{element:head, parent:opml}": (.clean, "exporters omit it"),
    "MissingAttribute{attr:version,element:opml}": (.clean, "exporters omit it"),
    "MissingAttribute{attr:text,element:outline}": (.clean, "the title replaces it"),
    "MissingTitleAttr{element:outline}": (.clean, "the text replaces it"),
    "UnexpectedAttribute{attribute:nonesuch}": (
      .noted("opml-missing-url"), "OPML 2.0 ignores unknown attributes; the file also has a feed without an address"
    ),
    "UnexpectedAttribute{attribute:xmlurl}": (
      .noted("opml-missing-url"), "names match in any case; the file also has a feed without an address"
    ),
    "InvalidOutlineType": (.clean, "OPML 2.0 allows new types"),
    "InvalidOutlineVersion": (
      .noted("opml-missing-url"), "the version of a feed is ignored; the file also has a feed without an address"
    ),
    "InvalidLanguage": (.clean, "invalid languages are ignored"),
    "ObsoleteVersion": (.clean, "1.1 is read"),
    "InvalidRFC2822Date{element:created}": (.clean, "dates are not read"),
    "InvalidRFC2822Date{element:dateCreated}": (.clean, "dates are not read"),
    "InvalidRFC2822Date{element:dateModified}": (.clean, "dates are not read"),
    "InvalidContact{element:ownerEmail}": (.clean, "the owner is not read"),
    "InvalidTrueFalse{element:isBreakpoint}": (.clean, "breakpoints are not read"),
    "InvalidTrueFalse{element:isComment}": (.clean, "only 'true' comments an outline out"),
  ]

  @Test("every file has the expected result")
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
      // Some of the validator's lists have no feeds.
      return reading == .clean && document.notes.allSatisfy { $0.severity == .info || $0.rule == "opml-no-feeds" }
    case .broken: return reading == .broken
    case .notOPML: return reading == .notOPML
    }
  }
}
