import CloudKitSchema
import Diagnostics

/// Comparisons of names without creating strings.
extension SchemaFile {
  func spells(_ token: Int, _ name: String) -> Bool {
    let range = nameRange(token)
    guard range.end - range.start == name.utf8.count else { return false }
    var index = range.start
    for byte in name.utf8 {
      guard source.bytes[index] == byte else { return false }
      index += 1
    }
    return true
  }

  /// Whether a name ends with a text and is longer than it.
  func name(_ token: Int, endsWith text: StaticString) -> Bool {
    let range = nameRange(token)
    return range.end - range.start > text.utf8CodeUnitCount
      && has(text, at: range.end - text.utf8CodeUnitCount)
  }

  /// Whether a name begins with a text or equals it.
  func name(_ token: Int, startsWith text: StaticString) -> Bool {
    let range = nameRange(token)
    return range.end - range.start >= text.utf8CodeUnitCount && has(text, at: range.start)
  }

  /// Whether a text begins at an offset; the source must have enough bytes after it.
  private func has(_ text: StaticString, at start: Int) -> Bool {
    for offset in 0..<text.utf8CodeUnitCount where source.bytes[start + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Whether two names may be equal apart from case; `false` only if no two names are.
  func mayRepeat(_ tokens: some Collection<Int>) -> Bool {
    guard tokens.count > 1 else { return false }
    return source.bytes.withUnsafeBufferPointer { bytes in
      // One of 1,024 bits per name: few names share a bit, and the hashes below decide those cases.
      let isDistinct = withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 16) { bits in
        bits.initialize(repeating: 0)
        for token in tokens {
          let digest = Self.digest(bytes, nameRange(token)) &* 0x9E37_79B9_7F4A_7C15
          let place = Int(truncatingIfNeeded: digest >> 60)
          let bit: UInt64 = 1 << (digest >> 54 & 63)
          if bits[place] & bit != 0 { return false }
          bits[place] |= bit
        }
        return true
      }
      if isDistinct { return false }
      var seen: Set<UInt64> = Set(minimumCapacity: tokens.count)
      return tokens.contains { !seen.insert(Self.foldedHash(bytes, nameRange($0))).inserted }
    }
  }

  /// Returns the 64-bit FNV-1a hash of a lowercased name, or 0 if the name is not ASCII.
  private static func foldedHash(_ bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange) -> UInt64 {
    var hash = StableHash()
    for index in range.start..<range.end {
      if bytes[index] >= 0x80 { return 0 }
      hash.add(bytes[index] | 0x20)
    }
    return hash.value
  }

  /// Returns a digest of a name's length and of its first and last bytes without case, or 0 if one of them is not ASCII.
  private static func digest(_ bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange) -> UInt64 {
    let count = range.end - range.start
    var digest: UInt64 = 0
    for offset in 0..<min(4, count) {
      let first = bytes[range.start + offset]
      let last = bytes[range.end - 1 - offset]
      if (first | last) & 0x80 != 0 { return 0 }
      digest = digest << 16 | UInt64(first | 0x20) << 8 | UInt64(last | 0x20)
    }
    return digest ^ UInt64(truncatingIfNeeded: count) << 59
  }
}
