/// Resolves relative addresses byte by byte, because `URL` changes them: it escapes every `%` of a reference that has
/// another invalid character, so that `a%20b c` becomes the dead link `a%2520b%20c`.
package enum URLReference {
  /// Returns an address resolved against a base (RFC 3986, section 5.2); the reference itself without a base.
  package static func resolve(_ reference: String, base: String?) -> String {
    guard let base, !base.isEmpty else { return reference }
    let (bytes, root) = (Array(reference.utf8), Array(base.utf8))
    let (parts, own) = (URLParts(bytes[...]), URLParts(root[...]))
    if parts.scheme != nil { return reference }
    var result: [UInt8]
    if parts.authority != nil {
      result = Array(root[..<(own.scheme.map { $0.upperBound + 1 } ?? 0)] + bytes[..<parts.path.lowerBound])
      result += withoutDots(bytes[parts.path])
    } else if parts.path.isEmpty {
      result = Array(root[..<(parts.query.isEmpty ? own.fragment : own.query).lowerBound])
    } else if bytes[0] == .slash {
      result = root[..<own.path.lowerBound] + withoutDots(bytes[parts.path])
    } else {
      let folder = root[own.path].lastIndex(of: .slash).map { root[own.path.lowerBound...$0] }
      // A host without a path has the path "/".
      let start = folder ?? (own.authority == nil ? [] : [.slash])
      result = root[..<own.path.lowerBound] + withoutDots((start + bytes[parts.path])[...])
    }
    result += bytes[parts.query.lowerBound...]
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a text is an address that a browser opens, or relative to one.
  package static func isWebAddress(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let parts = URLParts(bytes[...])
    return parts.scheme == nil ? !bytes.contains(UInt8(ascii: "<")) : parts.webScheme(in: bytes) != nil
  }

  /// Returns a path without its `.` and `..` segments.
  private static func withoutDots(_ path: ArraySlice<UInt8>) -> [UInt8] {
    guard path.contains(UInt8(ascii: ".")) else { return Array(path) }
    var segments: [ArraySlice<UInt8>] = []
    let all = path.split(separator: .slash, omittingEmptySubsequences: false)
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
    return Array(segments.joined(separator: [.slash]))
  }
}
