import Diagnostics

/// Reads lists in plain XML as `OutlineReader` does, without its cost.
struct PlainOutlineReader {
  private typealias NotPlain = PlainXMLScanner.NotPlain

  private var scanner: PlainXMLScanner
  private var collector: OutlineCollector
  private var open: [Range<Int>] = []
  private var hasRoot = false
  private var isInHead = false
  private var title: String?

  /// The document; `nil` where the text is not plain, not well-formed or not a list, which others have to tell.
  static func read(_ source: SourceText) -> OPMLDocument? {
    source.bytes.withUnsafeBufferPointer { bytes in
      do throws(NotPlain) {
        var reader = PlainOutlineReader(
          scanner: try PlainXMLScanner(bytes), collector: OutlineCollector(file: source.name))
        try reader.run()
        return reader.collector.finished
      } catch {
        return nil
      }
    }
  }

  private init(scanner: PlainXMLScanner, collector: OutlineCollector) {
    self.scanner = scanner
    self.collector = collector
  }

  private mutating func run() throws(NotPlain) {
    while let event = try scanner.next() {
      switch event {
      case .start(let name, let isEmpty):
        try start(name, SourceRange(name.lowerBound - 1, scanner.cursor))
        if isEmpty { end(name) } else { open.append(name) }
      case .end(let name):
        guard let last = open.popLast(), scanner.isSame(last, name) else { throw NotPlain() }
        end(name)
      case .text(let range): try text(range)
      }
    }
    guard hasRoot, open.isEmpty else { throw NotPlain() }
  }

  private mutating func start(_ name: Range<Int>, _ range: SourceRange) throws(NotPlain) {
    guard hasRoot else { return try root(name, range) }
    if open.isEmpty { throw NotPlain() }
    let isOutline = isOutline(name)
    let depth = open.count + 1
    if isOutline {
      collector.open(try attributes(), range, line: 0)
    } else {
      for attribute in scanner.attributes { try check(attribute) }
      if depth == 2 {
        isInHead = lowercased(name) == "head"
      } else if depth == 3, isInHead, lowercased(name) == "title" {
        title = ""
      }
    }
  }

  private mutating func end(_ name: Range<Int>) {
    if isOutline(name) {
      collector.close()
    } else if let text = title {
      collector.title(text)
      title = nil
    }
  }

  private mutating func text(_ range: Range<Int>) throws(NotPlain) {
    if open.isEmpty {
      guard scanner.bytes[range].allSatisfy({ $0 <= 0x20 }) else { throw NotPlain() }
    } else if title != nil {
      title?.append(try scanner.string(range, isValue: false))
    } else if scanner.bytes[range].contains(UInt8(ascii: "&")) {
      _ = try scanner.string(range, isValue: false)
    }
  }

  private mutating func root(_ name: Range<Int>, _ range: SourceRange) throws(NotPlain) {
    hasRoot = true
    guard OPMLDocument.roots.contains(lowercased(name)) else { throw NotPlain() }
    var version: String?
    for attribute in scanner.attributes {
      let value = try scanner.string(attribute.value, isValue: true)
      guard lowercased(attribute.name) == "version" else { continue }
      if version != nil { throw NotPlain() }
      version = value
    }
    collector.version(version, range, line: 0)
  }

  private func attributes() throws(NotPlain) -> OutlineAttributes {
    var attributes = OutlineAttributes()
    var misspelt: [(name: String, value: String)] = []
    for attribute in scanner.attributes {
      if let name = known(attribute.name) {
        attributes.set(name, try scanner.string(attribute.value, isValue: true))
        continue
      }
      let name = String(decoding: scanner.bytes[attribute.name], as: UTF8.self)
      if OutlineAttributes.Name(anyCase: name) != nil {
        misspelt.append((name, try scanner.string(attribute.value, isValue: true)))
      } else if name.utf8.starts(with: OPMLExtension.prefix.utf8) {
        _ = attributes.extend(name, try scanner.string(attribute.value, isValue: true))
      } else {
        try check(attribute)
      }
    }
    if !misspelt.isEmpty { attributes.setMisspelt(misspelt) }
    return attributes
  }

  /// The references in values nobody asks for have to be right too.
  private func check(_ attribute: PlainXMLScanner.Attribute) throws(NotPlain) {
    if scanner.bytes[attribute.value].contains(UInt8(ascii: "&")) {
      _ = try scanner.string(attribute.value, isValue: true)
    }
  }

  private func known(_ name: Range<Int>) -> OutlineAttributes.Name? {
    switch name.count {
    case 4: scanner.isSame(name, "text") ? .text : scanner.isSame(name, "type") ? .type : nil
    case 5: scanner.isSame(name, "title") ? .title : nil
    case 6: scanner.isSame(name, "xmlUrl") ? .xmlUrl : nil
    case 7: scanner.isSame(name, "htmlUrl") ? .htmlUrl : nil
    case 8: scanner.isSame(name, "language") ? .language : scanner.isSame(name, "category") ? .category : nil
    case 9: scanner.isSame(name, "isComment") ? .isComment : nil
    case 11: scanner.isSame(name, "description") ? .description : nil
    default: nil
    }
  }

  private func isOutline(_ name: Range<Int>) -> Bool {
    name.count == 7 && (scanner.isSame(name, "outline") || lowercased(name) == "outline")
  }

  private func lowercased(_ name: Range<Int>) -> String {
    String(decoding: scanner.bytes[name], as: UTF8.self).lowercased()
  }
}
