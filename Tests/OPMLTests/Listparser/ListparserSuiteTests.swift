import Diagnostics
import Foundation
import Testing

@testable import OPML

@Suite(
  "Expectations in listparser's test files",
  .enabled(if: OPMLCorpus.isPresent, "the corpus is missing"))
struct ListparserSuiteTests {
  private static let prefix = "kurtmckee__listparser__tests_files_"

  /// Files with different results, and the reasons.
  static let differences = [
    "malformed_html-entity-text-1.xml": "the head's owner is not read",
    "malformed_html-entity-text-2.xml": "the head's owner is not read",
    "malformed_xmlns-without-value.xml": "no outlines",
    "opml_head_dateCreated-invalid.xml": "the head's dates are not read",
    "opml_head_dateCreated-rfc3339.xml": "the head's dates are not read",
    "opml_head_dateCreated-whitespace.xml": "the head's dates are not read",
    "opml_head_dateCreated.xml": "the head's dates are not read",
    "opml_head_dateModified-invalid.xml": "the head's dates are not read",
    "opml_head_dateModified-rfc3339.xml": "the head's dates are not read",
    "opml_head_dateModified-whitespace.xml": "the head's dates are not read",
    "opml_head_dateModified.xml": "the head's dates are not read",
    "opml_head_ownerEmail-whitespace.xml": "the head's owner is not read",
    "opml_head_ownerEmail.xml": "the head's owner is not read",
    "opml_head_ownerId-whitespace.xml": "the head's owner is not read",
    "opml_head_ownerId.xml": "the head's owner is not read",
    "opml_head_ownerName-whitespace.xml": "the head's owner is not read",
    "opml_head_ownerName.xml": "the head's owner is not read",
    "opml_head_title-whitespace.xml": "the head's title is not read",
    "opml_head_title.xml": "the head's title is not read",
    "opml_opportunities_opml-htmlUrl-empty.xml": "feeds without an address are reported, with or without a page",
    "unknown-namespace.xml": "not OPML",
  ]

  @Test("all expectations about OPML hold, or the difference is explained")
  func opml() throws {
    var different: Set<String> = []
    var held = 0
    for file in try Self.files() where !file.hasPrefix("rdf") {
      let source = try OPMLCorpus.source(Self.prefix + file)
      let result = Self.result(of: source)
      for expression in Self.expressions(in: source) {
        if (try? PythonExpression.holds(expression, for: result)) == true {
          held += 1
        } else {
          different.insert(file)
        }
      }
    }
    #expect(different == Set(Self.differences.keys))
    #expect(held >= 200)
  }

  @Test("RDF and FOAF are rejected as other documents")
  func rdf() throws {
    let files = try Self.files().filter { $0.hasPrefix("rdf") }
    #expect(files.count == 25)
    for file in files {
      let source = try OPMLCorpus.source(Self.prefix + file)
      guard case .notOPML = OPMLParser.parse(source) else {
        Issue.record("\(file) was read")
        continue
      }
    }
  }

  @Test(
    "expressions are evaluated",
    arguments: [
      ("result['a'] == 1", true), ("len(result['l']) == 2", true), ("'x' in result['l']", true),
      ("['x'] in result['l']", false), ("'b' not in result", true), ("not result.get('b', False)", true),
      ("\"y\" in (result['l'][0], result['l'][1])", true), ("result['a'] is False", false),
      ("result['l'] == ['x', 'y']", true),
    ])
  func evaluation(expression: String, expected: Bool) throws {
    let result = PythonValue.dictionary(["a": .number(1), "l": .list([.text("x"), .text("y")])])
    #expect(try PythonExpression.holds(expression, for: result) == expected)
    #expect(throws: PythonExpression.Failure.self) { try PythonExpression.holds("result['z']", for: result) }
    #expect(throws: PythonExpression.Failure.self) { try PythonExpression.holds("lambda", for: result) }
  }

  private static func files() throws -> [String] {
    try OPMLCorpus.entries().map(\.file).filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  private static func expressions(in source: SourceText) -> [String] {
    String(decoding: source.bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.range(of: "Eval:").map { line[$0.upperBound...].trimmingCharacters(in: .whitespaces) }
    }
  }

  /// Returns our result in listparser's model.
  private static func result(of source: SourceText) -> PythonValue {
    guard case .document(let document) = OPMLParser.parse(source) else {
      return .dictionary(["bozo": .number(1), "meta": .dictionary([:]), "feeds": .list([])])
    }
    let version = ["1": "opml1", "2": "opml2"][document.version.map { String($0.prefix(1)) } ?? ""]
    func noted(_ rule: String) -> PythonValue {
      .list(document.notes.filter { $0.rule == rule }.map { note in outline(at: note.range, in: source) })
    }
    return .dictionary([
      "bozo": .number(0), "version": .text(version ?? "opml"),
      "meta": .dictionary([:]),
      "feeds": .list(feeds(document.feeds)), "lists": noted("opml-inclusion"),
      "opportunities": noted("opml-missing-url"),
    ])
  }

  /// Returns one feed per address, with the folder path among the categories.
  private static func feeds(_ outlines: [Outline]) -> [PythonValue] {
    var order: [String] = []
    var paths: [String: [[String]]] = [:]
    var titles: [String: String] = [:]
    for outline in outlines {
      if paths[outline.xmlURL] == nil { order.append(outline.xmlURL) }
      let new = outline.categories + (outline.folders.isEmpty ? [] : [outline.folders])
      let known = paths[outline.xmlURL] ?? []
      paths[outline.xmlURL] = new.reduce(into: known) { if !$0.contains($1) { $0.append($1) } }
      titles[outline.xmlURL] = titles[outline.xmlURL] ?? outline.title
    }
    return order.map { url in
      let categories = paths[url] ?? []
      return .dictionary([
        "url": .text(url), "title": .text(titles[url] ?? ""),
        "categories": .list(categories.map { .list($0.map(PythonValue.text)) }),
        "tags": .list(categories.filter { $0.count == 1 }.map { .text($0[0]) }),
      ])
    }
  }

  /// Reads the outline at the place of a note.
  private static func outline(at range: SourceRange?, in source: SourceText) -> PythonValue {
    let tag = range.map(source.string) ?? ""
    let feed = tag.replacing(#/\w+="\s*"/#, with: "").replacing(#/(?i)\b(url|htmlUrl|xmlUrl)=/#, with: "xmlUrl=")
      .replacing(#/type="\w*"/#, with: "")
    let list = "<opml version=\"2.0\"><body>\(feed)</body></opml>"
    guard case .document(let document) = OPMLParser.parse(SourceText(name: "", text: list)),
      let outline = document.feeds.first
    else { return .dictionary([:]) }
    return .dictionary(["url": .text(outline.xmlURL), "title": .text(outline.title ?? "")])
  }
}
