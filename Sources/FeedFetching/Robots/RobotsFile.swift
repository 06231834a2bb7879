import Notation

/// The rules of a robots.txt for one program.
///
/// Source: RFC 9309.
package struct RobotsFile: Hashable, Sendable {
  /// Maximum bytes read from a file, the minimum that RFC 9309 §2.5 requires.
  package static let sizeLimit = 512_000

  /// One `allow` or `disallow` line.
  private struct Rule: Hashable, Sendable {
    let allows: Bool
    let pattern: [UInt8]
  }

  private let rules: [Rule]

  /// - Parameter product: the program's product token in lowercase, such as `celestra-admin`.
  package init(_ bytes: [UInt8], for product: String) {
    let wanted = Array(product.utf8)
    var own: [Rule] = []
    var everybody: [Rule] = []
    var hasOwn = false
    var agents: [[UInt8]] = []
    var isInRules = false
    var part = bytes.prefix(Self.sizeLimit)
    // A rule that is cut off would forbid more than the whole rule.
    if part.count < bytes.count { part = part[..<(part.lastIndex(of: 0x0A) ?? 0)] }
    for line in RobotsLine.lines(of: part) {
      switch line.key {
      case "user-agent":
        if isInRules { agents = [] }
        isInRules = false
        agents.append(RobotsLine.product(line.value))
        hasOwn = hasOwn || agents.last == wanted
      case "allow", "disallow":
        isInRules = true
        guard !line.value.isEmpty else { continue }
        let rule = Rule(allows: line.key == "allow", pattern: RobotsLine.normalized(line.value))
        if agents.contains(wanted) { own.append(rule) }
        if agents.contains([0x2A]) { everybody.append(rule) }
      default: continue
      }
    }
    rules = hasOwn ? own : everybody
  }

  /// A robots.txt with the same rules for every program.
  package var text: String {
    rules.reduce("User-agent: *\n") {
      "\($0)\($1.allows ? "Allow" : "Disallow"): \(String(decoding: $1.pattern, as: UTF8.self))\n"
    }
  }

  /// Returns the pattern that forbids fetching a path; `nil` if the path is allowed.
  /// - Parameter path: the path, including its query.
  package func refusal(of path: String) -> String? {
    let path = RobotsLine.normalized(Array(path.utf8)[...])
    // The file itself is always allowed (RFC 9309 §2.2.2).
    if path == Array("/robots.txt".utf8) { return nil }
    var best: Rule?
    for rule in rules where RobotsPattern(rule.pattern).matches(path) {
      // The longest rule wins; of two equally long rules, `allow` wins (RFC 9309 §2.2.2).
      if let found = best, (found.pattern.count, found.allows ? 1 : 0) >= (rule.pattern.count, rule.allows ? 1 : 0) {
        continue
      }
      best = rule
    }
    return best.flatMap { $0.allows ? nil : String(decoding: $0.pattern, as: UTF8.self) }
  }
}

/// One `key: value` line of a robots.txt.
struct RobotsLine {
  let key: String
  let value: ArraySlice<UInt8>

  /// Returns the `key: value` lines without comments.
  static func lines(of bytes: ArraySlice<UInt8>) -> [RobotsLine] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes
    return text.split { $0 == 0x0A || $0 == 0x0D }.compactMap { line in
      let said = line.prefix { $0 != 0x23 }
      guard let colon = said.firstIndex(of: 0x3A) else { return nil }
      let key = said[..<colon].trimmed.lowercasedString
      return RobotsLine(key: key, value: said[(colon + 1)...].trimmed)
    }
  }

  /// Returns the product token of a `user-agent` line in lowercase: letters, `_` and `-`, or `*`.
  static func product(_ value: ArraySlice<UInt8>) -> [UInt8] {
    if value.first == 0x2A { return [0x2A] }
    return value.prefix { $0.isLetter || $0 == 0x5F || $0 == 0x2D }.map(\.lowercased)
  }

  /// Returns a path normalized for comparison (RFC 9309 §2.2.2): non-ASCII bytes are escaped, and escaped unreserved
  /// characters are decoded.
  static func normalized(_ path: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(path.count)
    var rest = path
    while let byte = rest.popFirst() {
      if byte == 0x25, let value = UInt8(hexadecimal: rest.prefix(2)) {
        if isUnreserved(value) { result.append(value) } else { result.appendEscape(of: value) }
        rest = rest.dropFirst(2)
      } else if byte >= 0x80 || byte <= 0x20 {
        result.appendEscape(of: byte)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
  }
}

extension UInt8 {
  /// Creates the byte of two hexadecimal digits; `nil` for any other text.
  fileprivate init?(hexadecimal digits: ArraySlice<UInt8>) {
    guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    self.init(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}

/// A path pattern in which `*` matches any characters and a final `$` matches the end.
struct RobotsPattern {
  private let parts: [ArraySlice<UInt8>]
  private let isAnchored: Bool

  init(_ pattern: [UInt8]) {
    isAnchored = pattern.last == 0x24
    let text = isAnchored ? pattern.dropLast() : pattern[...]
    parts = text.split(separator: 0x2A, omittingEmptySubsequences: false)
  }

  /// Whether the pattern matches the beginning of a path. Each part matches at its first position after the previous
  /// part, so backtracking is unnecessary.
  func matches(_ path: [UInt8]) -> Bool {
    guard let first = parts.first, path.starts(with: first) else { return false }
    var position = first.count
    if parts.count == 1 { return !isAnchored || position == path.count }
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = path[position...].firstRange(of: part) else { return false }
      position = found.upperBound
    }
    guard let last = parts.last else { return true }
    if isAnchored { return path.count - last.count >= position && path.suffix(last.count).elementsEqual(last) }
    return last.isEmpty || path[position...].firstRange(of: last) != nil
  }
}
