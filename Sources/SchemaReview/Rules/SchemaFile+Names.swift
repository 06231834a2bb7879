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

/// A set of names that is searched without creating a string for each name of a file.
struct NameSet {
  private let names: Set<String>
  /// The lengths of names by first byte, one bit per length; the last bit stands for 63 bytes or more. Rejects most
  /// other names.
  private let lengths: [UInt64]

  init(_ names: some Sequence<String>) {
    self.names = Set(names)
    var lengths = [UInt64](repeating: 0, count: 256)
    for name in self.names { lengths[Int(name.utf8.first ?? 0)] |= Self.bit(name.utf8.count) }
    self.lengths = lengths
  }

  func contains(_ token: Int, of file: SchemaFile) -> Bool {
    let range = file.nameRange(token)
    guard range.start < range.end else { return names.contains("") }
    return lengths[Int(file.source.bytes[range.start])] & Self.bit(range.end - range.start) != 0
      && names.contains(file.name(token))
  }

  private static func bit(_ length: Int) -> UInt64 { 1 << UInt64(min(63, length)) }
}

/// A search for words in names and comments that ignores ASCII case.
struct WordSearch {
  private let words: [[UInt8]]
  /// Whether a word begins with a byte, by byte.
  private let isFirstByte: [Bool]

  init(_ words: [String]) {
    self.words = words.map { $0.utf8.map(Self.folded) }.filter { !$0.isEmpty }
    var isFirstByte = [Bool](repeating: false, count: 256)
    for word in self.words { isFirstByte[Int(word[0])] = true }
    self.isFirstByte = isFirstByte
  }

  /// Whether a range of a text contains one of the words.
  func hasMatch(in range: SourceRange, of source: SourceText) -> Bool {
    for start in range.start..<range.end where isFirstByte[Int(Self.folded(source.bytes[start]))] {
      if words.contains(where: { matches($0, at: start, before: range.end, in: source.bytes) }) { return true }
    }
    return false
  }

  private func matches(_ word: [UInt8], at start: Int, before end: Int, in bytes: [UInt8]) -> Bool {
    guard end - start >= word.count else { return false }
    for offset in word.indices where Self.folded(bytes[start + offset]) != word[offset] { return false }
    return true
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

extension SystemField {
  /// Names of system fields in other CloudKit APIs (`CKRecord` and Web Services reference).
  private static let aliases: [String: SystemField] = [
    "recordname": .recordID, "creationdate": .createTime, "createdtimestamp": .createTime, "createdat": .createTime,
    "createduserrecordname": .createdBy, "creatoruserrecordid": .createdBy, "modificationdate": .modTime,
    "modifiedtimestamp": .modTime,
    "modifiedat": .modTime, "lastmodifieduserrecordid": .modifiedBy, "recordchangetag": .etag,
  ]

  /// Returns the system field that a misspelled name most likely means.
  static func named(like name: String) -> SystemField? {
    let bare = String(name.drop { $0 == "_" })
    guard bare.utf8.count < 40 else { return nil }
    if let alias = aliases[bare.lowercased()] { return alias }
    let bareNames = allCases.map { $0.rawValue.drop { $0 == "_" } }.map(String.init)
    return Suggestion.nearest(to: bare, among: bareNames).flatMap { SystemField(rawValue: "___" + $0) }
  }
}

extension SchemaFile {
  /// Whether a name has the two leading underscores that are reserved for system fields.
  func hasSystemFieldPrefix(_ token: Int) -> Bool {
    let name = nameRange(token)
    return name.start + 1 < name.end && source.bytes[name.start] == UInt8(ascii: "_")
      && source.bytes[name.start + 1] == UInt8(ascii: "_")
  }

  func systemField(_ token: Int) -> SystemField? {
    guard hasSystemFieldPrefix(token) else { return nil }
    return SystemField.allCases.first { spells(token, $0.rawValue) }
  }
}
