import XML

/// Resolves relative addresses byte by byte, because `URL` changes them: it escapes every `%` of a reference that has
/// another invalid character, so that `a%20b c` becomes the dead link `a%2520b%20c`.
package enum URLReference {
  private static let slash = UInt8(ascii: "/")

  /// Returns an address resolved against a base (RFC 3986, section 5.2); the reference itself without a base.
  package static func resolve(_ reference: String, base: String?) -> String {
    guard let base, !base.isEmpty, !hasScheme(reference) else { return reference }
    let address = Array(base.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    let path = Array(reference.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    let suffix = reference.utf8.dropFirst(path.count)
    let pathStart = pathStart(of: address)
    var result: [UInt8]
    if path.isEmpty {
      result = suffix.first == UInt8(ascii: "?") ? address : Array(base.utf8.prefix { $0 != UInt8(ascii: "#") })
    } else if path.starts(with: "//".utf8) {
      let own = Self.pathStart(of: path)
      result = address.prefix(schemeLength(of: base)) + path[..<own] + withoutDots(path[own...])
    } else if path[0] == slash {
      result = address[..<pathStart] + withoutDots(path[...])
    } else {
      let folder = address[pathStart...].lastIndex(of: slash).map { address[pathStart...$0] }
      // A host without a path has the path "/".
      let isHost = address[..<pathStart].contains(slash)
      result = address[..<pathStart] + withoutDots((folder ?? (isHost ? [slash] : [])) + path)
    }
    result += suffix
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a text is an address that a browser opens, or relative to one.
  static func isWebAddress(_ text: String) -> Bool {
    guard hasScheme(text) else { return !text.utf8.contains(UInt8(ascii: "<")) }
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  private static func hasScheme(_ text: String) -> Bool { schemeLength(of: text) > 0 }

  /// The number of bytes of a scheme with its colon; 0 without a scheme.
  private static func schemeLength(of text: String) -> Int {
    let scheme = text.utf8.prefix {
      ASCIIByte.isLetter($0) || ASCIIByte.isDigit($0) || "+-.".utf8.contains($0)
    }
    guard let first = scheme.first, ASCIIByte.isLetter(first) else { return 0 }
    return text.utf8.dropFirst(scheme.count).first == UInt8(ascii: ":") ? scheme.count + 1 : 0
  }

  /// The offset after the scheme and the host.
  private static func pathStart(of address: [UInt8]) -> Int {
    let start = schemeLength(of: String(decoding: address, as: UTF8.self))
    guard address[start...].starts(with: "//".utf8) else { return start }
    return address[(start + 2)...].firstIndex(of: slash) ?? address.endIndex
  }

  /// Returns a path without its `.` and `..` segments.
  private static func withoutDots(_ path: ArraySlice<UInt8>) -> [UInt8] {
    guard path.contains(UInt8(ascii: ".")) else { return Array(path) }
    var segments: [ArraySlice<UInt8>] = []
    let all = path.split(separator: slash, omittingEmptySubsequences: false)
    for (index, segment) in all.enumerated() {
      let isParent = segment.elementsEqual("..".utf8)
      if isParent || segment.elementsEqual(".".utf8) {
        // The first segment of an absolute path is the empty one before its slash.
        if isParent, segments.count > 1 || segments.first?.isEmpty == false { segments.removeLast() }
        if index == all.count - 1 { segments.append([]) }
      } else {
        segments.append(segment)
      }
    }
    return Array(segments.joined(separator: [slash]))
  }
}

/// A limit on the growth of a feed by resolving links, because a long base and many short links would fill the memory.
struct LinkBudget {
  /// Maximum length of a base in bytes.
  private static let maximumBaseLength = 2048

  private var remainingBytes = 16 * 1024 * 1024

  /// Returns an address resolved against a base; the reference itself after the budget is spent.
  mutating func resolve(_ reference: String, base: String?) -> String {
    guard let base, remainingBytes > 0, base.utf8.count <= Self.maximumBaseLength else { return reference }
    let address = URLReference.resolve(reference, base: base)
    remainingBytes -= max(0, address.utf8.count - reference.utf8.count)
    return address
  }
}
