import Diagnostics

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
