/// Relative addresses, resolved by RFC 3986, section 5.2, on bytes.
enum URLReference {
  /// The parts of an address; `nil` where it has none of a kind.
  private struct Parts {
    var scheme: ArraySlice<UInt8>?
    var authority: ArraySlice<UInt8>?
    var path: ArraySlice<UInt8>
    var query: ArraySlice<UInt8>?
    var fragment: ArraySlice<UInt8>?

    init(_ bytes: [UInt8]) {
      var rest = bytes[...]
      if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
        fragment = rest[(hash + 1)...]
        rest = rest[..<hash]
      }
      if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
        query = rest[(mark + 1)...]
        rest = rest[..<mark]
      }
      if let end = URLReference.schemeEnd(rest) {
        scheme = rest[..<end]
        rest = rest[(end + 1)...]
      }
      if rest.starts(with: [0x2F, 0x2F]) {
        let begin = rest.startIndex + 2
        let end = rest[begin...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        authority = rest[begin..<end]
        rest = rest[end...]
      }
      path = rest
    }
  }

  /// An address as seen from a base; the reference itself where there is no base to see it from.
  static func resolve(_ reference: String, base: String?) -> String {
    guard let base, !base.isEmpty, schemeEnd(Array(reference.utf8)[...]) == nil else { return reference }
    let from = Parts(Array(base.utf8))
    let to = Parts(Array(reference.utf8))
    var result: [UInt8] = []
    if let scheme = from.scheme { result += scheme + [UInt8(ascii: ":")] }
    if let authority = to.authority ?? from.authority { result += [0x2F, 0x2F] + authority }
    var query = to.query
    if to.authority != nil {
      result += withoutDots(to.path)
    } else if to.path.isEmpty {
      result += from.path
      query = query ?? from.query
    } else if to.path.first == UInt8(ascii: "/") {
      result += withoutDots(to.path)
    } else if from.path.isEmpty, from.authority != nil {
      result += withoutDots(([UInt8(ascii: "/")] + to.path)[...])
    } else {
      let folder = from.path.lastIndex(of: UInt8(ascii: "/")).map { from.path[...$0] } ?? []
      result += withoutDots((Array(folder) + to.path)[...])
    }
    if let query { result += [UInt8(ascii: "?")] + query }
    if let fragment = to.fragment { result += [UInt8(ascii: "#")] + fragment }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a text is an address that a browser opens, or relative to one.
  static func isWebAddress(_ text: String) -> Bool {
    if schemeEnd(Array(text.utf8.prefix(32))[...]) == nil { return !text.utf8.contains(UInt8(ascii: "<")) }
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// Where the scheme of an address ends; `nil` where it has none.
  private static func schemeEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first, ASCIIByte.isLetter(first) else { return nil }
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: ":"): return index
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): continue
      case let byte where ASCIIByte.isLetter(byte) || ASCIIByte.isDigit(byte): continue
      default: return nil
      }
    }
    return nil
  }

  /// A path without `.` and `..`.
  private static func withoutDots(_ path: ArraySlice<UInt8>) -> [UInt8] {
    guard path.contains(UInt8(ascii: ".")) else { return Array(path) }
    var segments: [ArraySlice<UInt8>] = []
    let all = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, segment) in all.enumerated() {
      let isLast = index == all.count - 1
      if segment.elementsEqual([0x2E]) {
        if isLast { segments.append([]) }
      } else if segment.elementsEqual([0x2E, 0x2E]) {
        // The first segment of an absolute path is the empty one before its '/'.
        if segments.count > 1 || segments.first?.isEmpty == false { segments.removeLast() }
        if isLast { segments.append([]) }
      } else {
        segments.append(segment)
      }
    }
    return Array(segments.joined(separator: [UInt8(ascii: "/")]))
  }
}
