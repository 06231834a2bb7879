import Notation

/// Parses a URL and writes its canonical form byte by byte, because lists have hundreds of thousands of URLs.
///
/// Source: RFC 3986 §5.2.4 (dot segments) and §6.2 (normalization).
struct FeedURLParser {
  private let input: [UInt8]
  private var position: Int
  private let end: Int

  /// The canonical form, complete after `parse`.
  private(set) var output: [UInt8] = []
  private(set) var schemeIsAdded = false
  private var isSecure = true

  init(_ text: String) throws(FeedURLError) {
    input = Array(text.utf8)
    var start = 0
    var end = input.count
    while start < end {
      guard let length = input.whitespaceLength(at: start) else { break }
      start += length
    }
    while end > start {
      guard let length = input.whitespaceLength(before: end) else { break }
      end -= length
    }
    position = start
    self.end = end
    if start == end { throw .empty }
    if end - start > FeedURL.maximumLength { throw .tooLong(bytes: end - start) }
    if let inside = input[start..<end].firstIndex(where: { $0 <= 0x20 || $0 == 0x7F }) {
      throw .whitespace(offset: inside)
    }
    output.reserveCapacity(end - start + 16)
  }

  mutating func parse() throws(FeedURLError) {
    try readScheme()
    output.append(contentsOf: (isSecure ? "https://" : "http://").utf8)
    let parts = URLParts(authorityAtStartOf: input[position..<end])
    try readAuthority(parts)
    writePath(parts.path)
    output.appendEscaped(input[parts.query])
  }

  // MARK: Scheme

  private mutating func readScheme() throws(FeedURLError) {
    guard let colon = schemeEnd() else {
      schemeIsAdded = true
      skip("//")
      return
    }
    let scheme = String(decoding: input[position..<colon], as: UTF8.self).lowercased()
    switch scheme {
    case "http", "https":
      position = colon + 1
      isSecure = scheme == "https"
      if !skip("//") { throw .noHost }
    case "feed":
      position = colon + 1
      isSecure = false
      skip("//")
      if skip("https://") { isSecure = true } else { skip("http://") }
    default:
      // A port follows a host; 'javascript:1' and 'mailto:1' have no host.
      let isHost = scheme.utf8.contains(.dot) || scheme == "localhost"
      guard isHost, isPort(after: colon) else { throw .scheme(scheme) }
      schemeIsAdded = true
    }
  }

  /// Returns the index of the scheme's colon, or `nil` if the text does not begin with a possible scheme.
  private func schemeEnd() -> Int? {
    guard input[position].isLetter else { return nil }
    let end = input[position..<end].firstIndex {
      !($0.isLetter || $0.isDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E)
    }
    return end.flatMap { input[$0] == .colon ? $0 : nil }
  }

  /// Whether the colon precedes a port, as in `localhost:8080/feed`.
  private func isPort(after colon: Int) -> Bool {
    let rest = input[(colon + 1)..<end]
    guard let first = rest.first, first.isDigit else { return false }
    return rest.first { !$0.isDigit }.map { $0 == .slash || $0 == .questionMark || $0 == .hash } ?? true
  }

  /// Skips a text at the current position, ignoring case, and returns whether the text was present.
  @discardableResult
  private mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard end - position >= count else { return false }
    for offset in 0..<count where input[position + offset].lowercased != text.utf8Start[offset] { return false }
    position += count
    return true
  }

  // MARK: Authority

  private mutating func readAuthority(_ parts: URLParts) throws(FeedURLError) {
    if let user = parts.user {
      if schemeIsAdded { throw .emailAddress }
      for (index, piece) in input[user].split(separator: .at, omittingEmptySubsequences: false).enumerated() {
        if index > 0 { output.appendEscape(of: .at) }
        output.appendEscaped(piece)
      }
      if !user.isEmpty { output.append(.at) }
    }
    let host = input[parts.host ?? position..<position]
    let name = String(decoding: host, as: UTF8.self)
    if host.isEmpty { throw schemeIsAdded ? .notAURL : .noHost }
    let dotless = schemeIsAdded && parts.port == nil && !host.dropFirst().dropLast().contains(.dot)
    if dotless, name.lowercased() != "localhost" { throw .notAURL }
    if schemeIsAdded, Self.isFileName(name) { throw .relative }
    // 'https://http://host', 'https://ftp://host' and 'https://http//host' repeat the scheme.
    let isScheme = parts.port.map { input[$0.lowerBound..<end].starts(with: [.slash, .slash]) } ?? false
    if isScheme || ["http", "https"].contains(name.lowercased()) { throw .repeatedScheme }
    guard let ascii = HostName.ascii(host) else { throw .host(name) }
    output += ascii
    if let port = parts.port { try writePort(port) }
  }

  /// Whether a name without a scheme is a relative file name, such as `rss.xml`, and not a host. No top-level domain
  /// has one of these names.
  private static func isFileName(_ name: String) -> Bool {
    let extensions: Set<String> = [
      "xml", "rss", "atom", "rdf", "json", "opml", "php", "html", "htm", "xhtml", "asp", "aspx", "jsp", "cgi", "txt",
    ]
    return name.lowercased().split(separator: ".").last.map { extensions.contains(String($0)) } ?? false
  }

  private mutating func writePort(_ range: Range<Int>) throws(FeedURLError) {
    if range.isEmpty { return }
    var port = 0
    for digit in input[range] {
      guard digit.isDigit, port <= 65535 else { throw .port(text(range)) }
      port = port * 10 + Int(digit - 0x30)
    }
    guard (1...65535).contains(port) else { throw .port(text(range)) }
    if port == (isSecure ? 443 : 80) { return }
    output.append(.colon)
    output.append(contentsOf: String(port).utf8)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: input[range], as: UTF8.self) }

  // MARK: Path and query

  private mutating func writePath(_ range: Range<Int>) {
    let root = output.count
    var index = range.lowerBound
    while index < range.upperBound {
      let segment = index + 1
      let next = input[segment..<range.upperBound].firstIndex(of: .slash) ?? range.upperBound
      let isLast = next == range.upperBound
      switch dots(segment..<next) {
      case 1:
        if isLast { output.append(.slash) }
      case 2:
        output.removeSubrange((output[root...].lastIndex(of: .slash) ?? root)...)
        if isLast { output.append(.slash) }
      default:
        output.appendEscaped(input[index..<next])
      }
      index = next
    }
    if output.count == root { output.append(.slash) }
  }

  /// Returns the number of dots in a dot segment, or 0 for any other segment.
  private func dots(_ segment: Range<Int>) -> Int {
    segment.count <= 2 && input[segment].allSatisfy { $0 == .dot } ? segment.count : 0
  }
}
