import XML

/// Reads feeds in XML of every format in one pass, one element at a time, and takes each for what it means.
///
/// Real feeds mix the formats, so an RSS element is understood in Atom and the other way round.
struct FeedReader {
  /// An element that has been opened and not closed.
  struct Open {
    let name: Range<Int>
    var element: FeedElement
    /// What was in scope around it.
    let namespaces: Int
    let bases: Int
    let place: Place
  }

  /// What the elements that come are about.
  enum Place: Equatable {
    case feed, item, image, nothing
  }

  var scanner: XMLScanner
  let limits: FeedLimits
  var problems: ProblemLog
  var scope = NamespaceScope()
  var open: [Open] = []
  var captures: [TextCapture] = []
  var place = Place.nothing
  /// The addresses that relative ones are seen from, innermost last.
  var bases: [String] = []
  /// How many of them the document does not state itself.
  let documentBases: Int
  var links = LinkBudget()
  var feed: FeedBuilder?
  var item: ItemBuilder?
  var root: String?
  var documentType: Range<Int>?
  /// Whether the outermost element has been closed.
  var isClosed = false

  init(_ text: DecodedText, url: String?, limits: FeedLimits) {
    scanner = XMLScanner(text.bytes)
    self.limits = limits
    problems = ProblemLog(text.problems)
    bases = url.map { [$0] } ?? []
    documentBases = bases.count
  }

  /// Reads to the end; `nil` where no element of the text is the root of a feed.
  mutating func read() -> FeedDocument? {
    var isJunk = false
    while let token = scanner.next() {
      switch token {
      case .start(let name, let isEmpty):
        if feed == nil, !isRoot(name) {
          // What a web server says before it sends the feed: warnings in HTML.
          if root == nil { root = String(decoding: scanner.bytes[name], as: UTF8.self) }
          guard scanner.position < Self.longestJunk, isWarning else { return nil }
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
        isJunk = isJunk || feed == nil && !ASCIIByte.trimmed(scanner.bytes[range]).isEmpty
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
      close(to: 0)
      feed = self.feed ?? feed
    }
    return feed.document(problems: problems.problems(in: scanner.bytes))
  }

  /// Warnings are short; further in, what looks like a feed is an example of one.
  private static let longestJunk = 65_536

  /// Whether the first element is of HTML, and not that of a whole page.
  private var isWarning: Bool {
    guard let root = root?.lowercased() else { return true }
    return WebPageReader.elements.contains(root) && !["html", "head", "body"].contains(root)
  }

  private func isRoot(_ name: Range<Int>) -> Bool {
    let local =
      name.lowerBound + (scanner.bytes[name].firstIndex(of: UInt8(ascii: ":")).map { $0 - name.lowerBound + 1 } ?? 0)
    let word = ASCIIByte.lowercasedString(scanner.bytes[local..<name.upperBound])
    return ["rss", "rdf", "feed"].contains(word) || word == "channel" && root == nil
  }
}
