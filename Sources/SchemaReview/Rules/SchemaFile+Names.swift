import CloudKitSchema
import Diagnostics

/// What rules ask of every name, told without making a string of any of them.
extension SchemaFile {
  /// Whether a token spells a name.
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

  /// Whether the name a token spells is longer than a text it ends with.
  func name(_ token: Int, endsWith text: StaticString) -> Bool {
    let range = nameRange(token)
    return range.end - range.start > text.utf8CodeUnitCount
      && has(text, at: range.end - text.utf8CodeUnitCount)
  }

  /// Whether the name a token spells begins with a text, or is one.
  func name(_ token: Int, startsWith text: StaticString) -> Bool {
    let range = nameRange(token)
    return range.end - range.start >= text.utf8CodeUnitCount && has(text, at: range.start)
  }

  /// Whether a text stands at an offset, from which there are at least as many bytes.
  private func has(_ text: StaticString, at start: Int) -> Bool {
    for offset in 0..<text.utf8CodeUnitCount where source.bytes[start + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Whether some of the names may be spelled alike but for upper and lower case; false only where no
  /// name in ASCII is.
  func mayRepeat(_ tokens: some Collection<Int>) -> Bool {
    guard tokens.count > 1 else { return false }
    return source.bytes.withUnsafeBufferPointer { bytes in
      // A bit for each name in 1,024: that two of the few names of a type share one is rare, and looked into.
      let isSure = withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 16) { bits in
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
      if isSure { return false }
      var seen: Set<UInt64> = Set(minimumCapacity: tokens.count)
      return tokens.contains { !seen.insert(Self.foldedHash(bytes, nameRange($0))).inserted }
    }
  }

  /// FNV-1a with 64 bits (Fowler, Noll, Vo) of a name in small letters; the same for all that are not in ASCII.
  private static func foldedHash(_ bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range.start..<range.end {
      if bytes[index] >= 0x80 { return 0 }
      hash = (hash ^ UInt64(bytes[index] | 0x20)) &* 0x100_0000_01B3
    }
    return hash
  }

  /// A name's length and first and last bytes, with the bit set that tells small ASCII letters from capitals; the same
  /// for all names that begin or end beyond ASCII, whose capitals are another matter.
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
