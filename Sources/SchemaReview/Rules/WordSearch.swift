import CloudKitSchema
import Diagnostics

/// Words looked for in names and comments, whatever their case; beyond ASCII upper and lower case differ.
struct WordSearch {
  private let words: [[UInt8]]
  /// Whether a word begins with a byte.
  private let begins: [Bool]

  /// A search for any of some words.
  init(_ words: [String]) {
    self.words = words.map { $0.utf8.map(Self.folded) }.filter { !$0.isEmpty }
    var begins = [Bool](repeating: false, count: 256)
    for word in self.words { begins[Int(word[0])] = true }
    self.begins = begins
  }

  /// Whether one of the words stands in a range of a text.
  func finds(in range: SourceRange, of source: SourceText) -> Bool {
    for start in range.start..<range.end where begins[Int(Self.folded(source.bytes[start]))] {
      if words.contains(where: { stands($0, at: start, before: range.end, in: source.bytes) }) { return true }
    }
    return false
  }

  private func stands(_ word: [UInt8], at start: Int, before end: Int, in bytes: [UInt8]) -> Bool {
    guard end - start >= word.count else { return false }
    for offset in word.indices where Self.folded(bytes[start + offset]) != word[offset] { return false }
    return true
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
