package import Diagnostics
import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads OPML 1.0, 1.1 and 2.0: strict about XML, tolerant about everything an exporter may have forgotten.
///
/// External entities and document types are never followed; documents that declare entities are refused.
package enum OPMLParser {
  /// Reads a text as OPML.
  package static func parse(_ source: SourceText) -> OPMLReading {
    let input: XMLInput
    do { input = try XMLInput(source) } catch { return .broken(error.diagnostic) }
    // `XMLParser(data:)` fails above 10 MB on Linux; a stream has no limit.
    let parser = XMLParser(stream: InputStream(data: Data(input.bytes)))
    parser.shouldResolveExternalEntities = false
    let reader = OutlineReader(source, hasPlaces: input.hasPlaces)
    parser.delegate = reader
    _ = parser.parse()
    return reader.reading
  }
}

/// Receives libxml2's events; `XMLParser.parse` returns true for some broken documents, so its errors decide.
private final class OutlineReader: NSObject, XMLParserDelegate {
  private let source: SourceText
  private let hasPlaces: Bool
  private var tags: TagScanner
  private var document = OPMLDocument()
  private var failure: OPMLReading?

  private var depth = 0
  private var hasRoot = false
  private var isInHead = false
  private var title: String?
  private var folders: [String] = []
  /// For each open outline, whether it added a folder.
  private var outlines: [Bool] = []
  /// How many outlines were open where a commented one began.
  private var comment: Int?
  private var isTooDeep = false

  init(_ source: SourceText, hasPlaces: Bool) {
    self.source = source
    self.hasPlaces = hasPlaces
    tags = TagScanner(source.bytes)
  }

  var reading: OPMLReading {
    if let failure { return failure }
    guard hasRoot else { return .notOPML(notOPML("the file is empty", range: nil)) }
    var document = document
    if document.feeds.isEmpty {
      document.notes.append(
        Diagnostic(.warning, rule: "opml-no-feeds", "the list has no outline with an xmlUrl", file: source.name))
    }
    return .document(document)
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    guard failure == nil else { return }
    let range = hasPlaces ? tags.next() : nil
    depth += 1
    guard hasRoot else { return root(name, attributes, range, parser) }
    if name == "outline" || name.lowercased() == "outline" {
      outline(OutlineAttributes(attributes), range, line: parser.lineNumber)
    } else if depth == 2 {
      isInHead = name.lowercased() == "head"
    } else if depth == 3, isInHead, name.lowercased() == "title" {
      title = ""
    }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    depth -= 1
    if name == "outline" || name.lowercased() == "outline" {
      guard let addedFolder = outlines.popLast() else { return }
      if addedFolder { folders.removeLast() }
      if comment == outlines.count { comment = nil }
    } else if let text = title {
      document.title = document.title ?? Outline.trimmed(text)
      title = nil
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    title?.append(text)
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    title?.append(String(decoding: block, as: UTF8.self))
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    let code = (error as NSError).code
    guard failure == nil, !XMLMistake.isRemark(code) else { return }
    let place = XMLPlace(line: max(1, parser.lineNumber), column: max(1, parser.columnNumber))
    let mistake = XMLMistake(code: code, afterRoot: hasRoot && depth == 0)
    failure = .broken(
      diagnostic(
        .error, rule: "not-well-formed", mistake.meaning,
        range: hasPlaces ? place.range(of: mistake, in: source.bytes) : nil, line: place.line, help: mistake.help))
    parser.abortParsing()
  }

  private func root(_ name: String, _ attributes: [String: String], _ range: SourceRange?, _ parser: XMLParser) {
    hasRoot = true
    guard name.lowercased() == "opml" else {
      failure = .notOPML(notOPML(Self.kind(ofRoot: name), range: range))
      return parser.abortParsing()
    }
    document.version = attributes.first { $0.key.lowercased() == "version" }.flatMap { Outline.trimmed($0.value) }
    guard let version = document.version, !["1.0", "1.1", "2.0", "1", "2"].contains(version) else { return }
    document.notes.append(
      diagnostic(
        .warning, rule: "opml-version", "this version of OPML is not known", range: range, line: parser.lineNumber,
        help: "1.0, 1.1 and 2.0 are; it is read as 2.0"))
  }

  private func outline(_ attributes: OutlineAttributes, _ range: SourceRange?, line: Int) {
    // Liferea's "source" is a list it subscribes to, with the list's address in xmlUrl.
    let inclusion = attributes.type.flatMap { ["include", "link", "source"].contains($0) ? $0 : nil }
    let isFeed = attributes.xmlURL != nil && inclusion != "source"
    let isFolder = !isFeed && comment == nil
    let name = isFolder ? attributes.text ?? attributes.title : nil
    let fits = folders.count < OPMLDocument.maximumPath
    defer {
      if let name, fits { folders.append(name) }
      outlines.append(name != nil && fits)
    }
    guard comment == nil else { return }
    if attributes.isComment {
      comment = outlines.count
      document.notes.append(
        diagnostic(
          .info, rule: "opml-comment", "commented out, and not read, with all below it", range: range, line: line))
    } else if isFeed, let url = attributes.xmlURL {
      document.feeds.append(
        Outline(
          xmlURL: url, title: attributes.title ?? attributes.text, htmlURL: attributes.htmlURL,
          description: attributes.description, language: attributes.language,
          categories: attributes.category.map(Outline.categories(in:)) ?? [], folders: folders, range: range))
    } else if let inclusion {
      document.notes.append(
        diagnostic(
          .info, rule: "opml-inclusion", "an outline of type '\(inclusion)' is not followed", range: range, line: line,
          help: "if it names a list, fetch that list and seed it as a file of its own"))
    } else if attributes.type == "rss" {
      document.notes.append(
        diagnostic(
          .warning, rule: "opml-missing-url", "a feed without an xmlUrl", range: range, line: line,
          help: "add xmlUrl=\"…\" with the address of the feed"))
    } else if name != nil, !fits, !isTooDeep {
      isTooDeep = true
      document.notes.append(
        diagnostic(
          .warning, rule: "opml-depth", "folders nested deeper than \(OPMLDocument.maximumPath)", range: range,
          line: line, help: "the names of deeper folders are left out; their feeds are read"))
    }
  }

  private func diagnostic(
    _ severity: Diagnostic.Severity, rule: String, _ message: String, range: SourceRange?, line: Int,
    help: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      severity, rule: rule, range == nil ? "line \(line): \(message)" : message, file: source.name, range: range,
      help: help)
  }

  private func notOPML(_ what: String, range: SourceRange?) -> Diagnostic {
    Diagnostic(.error, rule: "not-opml", what, file: source.name, range: range, help: "give an OPML document")
  }

  private static func kind(ofRoot name: String) -> String {
    switch name.lowercased() {
    case "html": "this is a web page, not OPML"
    case "rss": "this is an RSS feed, not a list of feeds"
    case "feed": "this is an Atom feed, not a list of feeds"
    case "rdf:rdf": "this is an RDF document, not OPML"
    default: "this is XML, but not OPML: its root is not <opml>"
    }
  }
}
