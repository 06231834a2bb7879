import Diagnostics
import Notation
import XML

/// A reader of outlines from the tokens of a document.
struct OutlineReader {
  /// How the reader handles mistakes.
  enum Mode {
    /// Stops at the first mistake.
    case strict
    /// Repairs mistakes; stops at the first mistake that cannot be repaired.
    case repairing
    /// Reads outlines one by one, whether or not tags match.
    case salvaging
  }

  let mode: Mode
  let file: String
  var scanner: XMLScanner
  private(set) var collector: OutlineCollector
  var repairs = RepairLog()
  /// The first mistake, for which a strict reader rejects the document.
  private(set) var firstMistake: XMLMistake?
  /// The first mistake without a repair.
  private(set) var structuralMistake: XMLMistake?
  /// The diagnostic about another kind of document.
  private(set) var notOPML: Diagnostic?

  private var open: [Range<Int>] = []
  private var hasRoot = false

  init(_ text: OutlineText, _ mode: Mode) {
    self.mode = mode
    file = text.file
    scanner = XMLScanner(text.bytes, from: text.start)
    collector = OutlineCollector(file: text.file)
    for range in text.invalidRanges { note(.invalidCharacter, range, repair: .character) }
  }

  /// Reads to the end or to the mistake at which the mode stops.
  mutating func read() {
    while !isStopped {
      guard let token = scanner.next() else { return end() }
      switch token {
      case .start(let name, _): start(name)
      case .end(let name): end(name)
      case .text(let range): text(range)
      case .literal(let range): literal(range)
      case .documentType(let range): documentType(range)
      case .other: for mistake in scanner.mistakes { note(mistake.kind, mistake.range) }
      }
    }
  }

  private var isStopped: Bool {
    switch mode {
    case .strict: notOPML != nil || firstMistake.map { $0.range.lowerBound < scanner.position } ?? false
    case .repairing: notOPML != nil || structuralMistake != nil
    case .salvaging: false
    }
  }

  /// Records a mistake, which is structural without a repair.
  mutating func note(
    _ kind: XMLMistake.Kind, _ range: Range<Int>, repair: Repair? = nil, of repaired: Range<Int>? = nil
  ) {
    if range.lowerBound < firstMistake?.range.lowerBound ?? .max { firstMistake = XMLMistake(kind, range) }
    if let repair {
      repairs.add(repair, repaired ?? range)
    } else if structuralMistake == nil {
      structuralMistake = XMLMistake(kind, range)
    }
  }

  private mutating func end() {
    let end = scanner.bytes.count
    if !open.isEmpty {
      note(.missingEnd, end..<end)
    } else if !hasRoot, mode != .salvaging, firstMistake == nil {
      notOPML = notOPML("the file is empty", range: nil)
    }
  }

  private mutating func documentType(_ range: Range<Int>) {
    if let entity = scanner.entityDeclaration { return note(.entityDeclaration, entity) }
    for mistake in scanner.mistakes { note(mistake.kind, mistake.range) }
    if hasRoot { note(.unknownMarkup, range.lowerBound..<range.lowerBound + 1) }
  }

  private mutating func literal(_ range: Range<Int>) {
    for mistake in scanner.mistakes { note(mistake.kind, mistake.range) }
    if mode == .salvaging, !scanner.mistakes.isEmpty { scanner.position = range.lowerBound }
    noteIfOutside(range.lowerBound - 9..<range.lowerBound - 8)
  }

  private mutating func text(_ range: Range<Int>) {
    // The text means nothing, but its mistakes are noted.
    if !scanner.mistakes.isEmpty || scanner.bytes[range].contains(UInt8(ascii: "&")) {
      _ = string(range, quote: nil)
    }
    for mistake in scanner.mistakes where mistake.kind != .lessThan { note(mistake.kind, mistake.range) }
    guard open.isEmpty, let first = range.first(where: { !scanner.bytes[$0].isSpace }) else { return }
    noteIfOutside(first..<XMLScanner.characterEnd(scanner.bytes, first))
  }

  /// Records content outside the root, where only white space is allowed.
  private mutating func noteIfOutside(_ range: Range<Int>) {
    if open.isEmpty, mode != .salvaging { note(hasRoot ? .contentAfterRoot : .missingRoot, range) }
  }
}

extension OutlineReader {
  private mutating func start(_ name: Range<Int>) {
    let isOutline = isOutline(name)
    guard scanner.mistakes.isEmpty || repairTag(name, isOutline: isOutline) else { return }
    let tag = SourceRange(name.lowerBound - 1, scanner.position)
    let isEmpty = scanner.bytes.matches("/>", at: tag.end - 2)
    let attributes = distinctAttributes(tag.start)
    if hasRoot, open.isEmpty { noteIfOutside(tag.start..<tag.start + 1) }
    if isOutline, hasRoot || mode == .salvaging {
      collector.open(outlineAttributes(attributes), tag)
    } else if !hasRoot, mode != .salvaging {
      root(name, attributes, tag)
    } else {
      for attribute in attributes where !attribute.isPlain { _ = value(of: attribute) }
      if mode == .salvaging, scanner.bytes[name].lowercasedString == "opml" { collector.closeAll() }
    }
    if isEmpty { close(name) } else if mode != .salvaging { open.append(name) }
  }

  private mutating func end(_ name: Range<Int>) {
    for mistake in scanner.mistakes { note(mistake.kind, mistake.range) }
    if mode == .salvaging {
      let lowercased = scanner.bytes[name].lowercasedString
      if lowercased == "body" || lowercased == "opml" { collector.closeAll() } else { close(name) }
    } else if let last = open.popLast() {
      if scanner.bytes[last] != scanner.bytes[name] { note(.mismatchedTag, name.lowerBound - 2..<scanner.position) }
      close(name)
    } else {
      noteIfOutside(name.lowerBound - 2..<name.lowerBound - 1)
    }
  }

  private mutating func close(_ name: Range<Int>) {
    if isOutline(name) { collector.close() }
  }

  private func isOutline(_ name: Range<Int>) -> Bool {
    name.count == 7 && scanner.bytes.matches("outline", at: name.lowerBound)
  }

  private mutating func root(_ name: Range<Int>, _ attributes: [XMLScanner.Attribute], _ tag: SourceRange) {
    hasRoot = true
    let name = String(decoding: scanner.bytes[name], as: UTF8.self).lowercased()
    guard OPMLDocument.roots.contains(name) else {
      notOPML = notOPML(Self.kind(ofRoot: name), range: tag)
      return
    }
    var version: String?
    for attribute in attributes {
      let value = value(of: attribute)
      if scanner.bytes[attribute.name].lowercasedString == "version" { version = version ?? value }
    }
    collector.setVersion(version, tag)
  }

  private func notOPML(_ what: String, range: SourceRange?) -> Diagnostic {
    Diagnostic(.error, rule: "not-opml", what, file: file, range: range, help: "pass an OPML document")
  }

  private static func kind(ofRoot name: String) -> String {
    switch name {
    case "html": "this is a web page, not OPML"
    case "rss": "this is an RSS feed, not a list of feeds"
    case "feed": "this is an Atom feed, not a list of feeds"
    case "rdf:rdf": "this is an RDF document, not OPML"
    default: "this is XML, but not OPML: its root is not <opml>"
    }
  }
}
