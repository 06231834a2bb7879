/// The parts of a URL or of a relative reference, as ranges of its bytes. Nothing is checked or decoded.
///
/// Source: RFC 3986, appendix B.
package struct URLParts {
  /// Without its colon; `nil` in a relative reference.
  package private(set) var scheme: Range<Int>?
  /// After its `//`; `nil` without.
  package private(set) var authority: Range<Int>?
  /// The user name and password before the last `@` of the authority.
  package private(set) var user: Range<Int>?
  /// With the brackets of an IPv6 address.
  package private(set) var host: Range<Int>?
  /// After its colon.
  package private(set) var port: Range<Int>?
  package private(set) var path: Range<Int>
  /// From its `?`; empty without.
  package private(set) var query: Range<Int>
  /// From its `#`; empty without.
  package private(set) var fragment: Range<Int>

  package init(_ bytes: ArraySlice<UInt8>) {
    var start = bytes.startIndex
    let scheme = Self.scheme(of: bytes)
    if let scheme { start = scheme.upperBound + 1 }
    let hasAuthority = bytes[start...].starts(with: "//".utf8)
    self.init(bytes[(start + (hasAuthority ? 2 : 0))...], hasAuthority: hasAuthority)
    self.scheme = scheme
  }

  /// Creates the parts of a text without scheme and slashes, which begins with an authority.
  package init(authorityAtStartOf bytes: ArraySlice<UInt8>) { self.init(bytes, hasAuthority: true) }

  private init(_ bytes: ArraySlice<UInt8>, hasAuthority: Bool) {
    let (start, end) = (bytes.startIndex, bytes.endIndex)
    let hash = bytes.firstIndex(of: .hash) ?? end
    let mark = bytes[..<hash].firstIndex(of: .questionMark) ?? hash
    let root = hasAuthority ? bytes[..<mark].firstIndex(of: .slash) ?? mark : start
    path = root..<mark
    query = mark..<hash
    fragment = hash..<end
    if hasAuthority { splitAuthority(bytes[start..<root]) }
  }

  private mutating func splitAuthority(_ bytes: ArraySlice<UInt8>) {
    authority = bytes.indices
    let at = bytes.lastIndex(of: .at)
    user = at.map { bytes.startIndex..<$0 }
    let rest = bytes[(at.map { $0 + 1 } ?? bytes.startIndex)...]
    // The colons within brackets belong to the host.
    let bracket = rest.first == UInt8(ascii: "[") ? rest.firstIndex(of: UInt8(ascii: "]")) ?? rest.endIndex : nil
    let colon = rest[(bracket ?? rest.startIndex)...].firstIndex(of: .colon)
    host = rest.startIndex..<(colon ?? rest.endIndex)
    port = colon.map { ($0 + 1)..<rest.endIndex }
  }

  private static func scheme(of bytes: ArraySlice<UInt8>) -> Range<Int>? {
    guard let first = bytes.first, first.isLetter,
      let end = bytes.firstIndex(where: { !($0.isLetter || $0.isDigit || "+-.".utf8.contains($0)) }),
      bytes[end] == .colon
    else { return nil }
    return bytes.startIndex..<end
  }

  /// Returns `http` or `https`; `nil` for another scheme or none, or without a host.
  package func webScheme(in bytes: [UInt8]) -> String? {
    guard let scheme, host?.isEmpty == false else { return nil }
    let name = bytes[scheme].lowercasedString
    return ["http", "https"].contains(name) ? name : nil
  }

  /// Whether a text has the scheme of the web and a host.
  package static func isWeb(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return URLParts(bytes[...]).webScheme(in: bytes) != nil
  }

  /// Whether a text consists only of the scheme of the web, a host, and optionally a port and a `/`.
  package static func isServer(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let parts = URLParts(bytes[...])
    guard parts.webScheme(in: bytes) != nil, parts.user == nil, let host = parts.host,
      HostName.ascii(bytes[host]) != nil, parts.query.isEmpty, parts.fragment.isEmpty
    else { return false }
    let port = parts.port.map { Int(String(decoding: bytes[$0], as: UTF8.self)) ?? 0 }
    return bytes[parts.path].allSatisfy { $0 == .slash } && parts.path.count <= 1
      && port.map((1...65_535).contains) != false
  }
}
