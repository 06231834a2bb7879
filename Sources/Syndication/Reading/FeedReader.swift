import Notation
import XML

/// A reader of XML feeds in any format, in one pass.
///
/// Real feeds mix formats, so the reader understands RSS elements in Atom and vice versa.
struct FeedReader {
  struct Open {
    let name: Range<Int>
    var element: FeedElement
    /// The number of declared namespaces around the element.
    let namespaces: Int
    let bases: Int
    let place: Place
  }

  /// The object that the current elements describe.
  enum Place: Equatable {
    case feed, item, image, media, source, nothing
  }

  var scanner: XMLScanner
  var problems: ProblemLog
  var scope = NamespaceScope()
  var open: [Open] = []
  var captures: [TextCapture] = []
  var place = Place.nothing
  /// The bases of relative addresses, innermost last.
  var bases: [String] = []
  /// The number of bases from outside the document.
  let documentBases: Int
  var links = LinkBudget()
  var feed: FeedBuilder?
  var item: ItemBuilder?
  var root: String?
  var documentType: Range<Int>?
  var isClosed = false

  init(_ text: DecodedText, url: String?) {
    scanner = XMLScanner(text.bytes)
    problems = ProblemLog(text.problems)
    bases = url.map { [$0] } ?? []
    documentBases = bases.count
  }

  /// Reads the feed; `nil` if no element is the root of a feed.
  mutating func read() -> FeedDocument? {
    var isJunk = false
    while let token = scanner.next() {
      switch token {
      case .start(let name, let isEmpty):
        if feed == nil, !isRoot(name) {
          // Web servers can print warnings in HTML before the feed.
          if root == nil { root = String(decoding: scanner.bytes[name], as: UTF8.self) }
          guard scanner.position < Self.maximumJunkLength, isWarning else { return nil }
          isJunk = true
          continue
        }
        if isJunk {
          problems.note(.junkBeforeRoot, at: name.lowerBound)
          isJunk = false
        }
        start(name, isEmpty: isEmpty)
      case .end(let name): if feed != nil { end(name) }
      case .text(let range):
        isJunk = isJunk || feed == nil && !scanner.bytes[range].trimmed.isEmpty
        text(range)
      case .literal(let range): literal(range)
      case .documentType(let range): documentType = documentType ?? range
      case .other: break
      }
      if isClosed { break }
    }
    guard var feed else { return nil }
    if !isClosed {
      problems.note(.truncated, at: max(0, scanner.bytes.count - 1))
      item?.item.isTruncated = true
      close(to: 0)
      feed = self.feed ?? feed
    }
    var document = feed.document(problems: problems.problems(in: scanner.bytes))
    resolveBodies(of: &document)
    return document
  }

  /// Resolves the links that are left in the texts of items: against the item's page, or else the site's, or else the
  /// address of the feed.
  private mutating func resolveBodies(of document: inout FeedDocument) {
    let url = documentBases > 0 ? bases.first : nil
    for index in document.items.indices {
      let item = document.items[index]
      guard let base = item.link ?? document.siteLink ?? url else { continue }
      if !item.isSummaryText { document.items[index].summary = item.summary.map { resolved(markup: $0, base: base) } }
      if !item.isContentText { document.items[index].content = item.content.map { resolved(markup: $0, base: base) } }
    }
  }

  private mutating func resolved(markup: String, base: String) -> String {
    guard markup.utf8.contains(UInt8(ascii: "<")) else { return markup }
    return String(decoding: MarkupLinks.resolved(Array(markup.utf8), base: base, budget: &links), as: UTF8.self)
  }

  /// Maximum length of content before the feed in bytes; feeds further in are examples.
  private static let maximumJunkLength = 65_536

  /// Whether the first element is an HTML fragment, not a whole page.
  private var isWarning: Bool {
    guard let root = root?.lowercased() else { return true }
    return WebPageReader.elements.contains(root) && !["html", "head", "body"].contains(root)
  }

  private func isRoot(_ name: Range<Int>) -> Bool {
    let local =
      name.lowerBound + (scanner.bytes[name].firstIndex(of: UInt8(ascii: ":")).map { $0 - name.lowerBound + 1 } ?? 0)
    let word = scanner.bytes[local..<name.upperBound].lowercasedString
    return ["rss", "rdf", "feed"].contains(word) || word == "channel" && root == nil
  }
}
