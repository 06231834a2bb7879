import Diagnostics
import Foundation
import XML

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Receives libxml2's events; `XMLParser.parse` returns true for some broken documents, so its errors decide.
final class OutlineReader: NSObject, XMLParserDelegate {
  private let source: SourceText
  private let hasPlaces: Bool
  private var tags: TagScanner
  private var collector: OutlineCollector
  private var failure: OPMLReading?

  private var depth = 0
  private var hasRoot = false
  private var isInHead = false
  private var title: String?

  private init(_ source: SourceText, hasPlaces: Bool) {
    self.source = source
    self.hasPlaces = hasPlaces
    tags = TagScanner(source.bytes)
    collector = OutlineCollector(file: source.name)
  }

  /// Reads a well-formed document; ranges are in the source, and left out where the caller has no use for them.
  static func read(_ source: SourceText, withPlaces: Bool = true) -> OPMLReading {
    if withPlaces, XMLEncoding(of: source.bytes).isUTF8, source.firstInvalidByte == nil,
      let document = PlainOutlineReader.read(source)
    {
      return .document(document)
    }
    return readAny(source, withPlaces: withPlaces)
  }

  /// Reads any document through libxml2, which also tells what is wrong with it.
  static func readAny(_ source: SourceText, withPlaces: Bool = true) -> OPMLReading {
    let input: XMLInput
    do { input = try XMLInput(source) } catch { return .broken(error.diagnostic) }
    // `XMLParser(data:)` fails above 10 MB on Linux; a stream has no limit.
    let parser = XMLParser(stream: InputStream(data: Data(input.bytes)))
    parser.shouldResolveExternalEntities = false
    let reader = OutlineReader(source, hasPlaces: withPlaces && input.hasPlaces)
    parser.delegate = reader
    _ = parser.parse()
    return reader.reading
  }

  private var reading: OPMLReading {
    if let failure { return failure }
    guard hasRoot else { return .notOPML(notOPML("the file is empty", range: nil)) }
    return .document(collector.finished)
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
      collector.open(OutlineAttributes(attributes), range, line: parser.lineNumber)
    } else if depth == 2 {
      isInHead = name.lowercased() == "head"
    } else if depth == 3, isInHead, name.lowercased() == "title" {
      title = ""
    }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    depth -= 1
    if name == "outline" || name.lowercased() == "outline" {
      collector.close()
    } else if let text = title {
      collector.title(text)
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
      collector.diagnostic(
        .error, rule: "not-well-formed", mistake.meaning,
        range: hasPlaces ? place.range(of: mistake, in: source.bytes) : nil, line: place.line, help: mistake.help))
    parser.abortParsing()
  }

  private func root(_ name: String, _ attributes: [String: String], _ range: SourceRange?, _ parser: XMLParser) {
    hasRoot = true
    guard OPMLDocument.roots.contains(name.lowercased()) else {
      failure = .notOPML(notOPML(Self.kind(ofRoot: name), range: range))
      return parser.abortParsing()
    }
    collector.version(attributes.first { $0.key.lowercased() == "version" }?.value, range, line: parser.lineNumber)
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
