import CloudKitSchema
import Diagnostics

/// How alike two field names are.
enum NameSimilarity {
  /// Longer names are compared only whole: nobody names a field so.
  private static let longest = 64

  /// 1 for a name spelt in another way, 0 for nothing in common: the share of letters in words that both have.
  ///
  /// `pub` and `published` are one word, since abbreviations are what renames write out.
  static func score(_ old: String, _ new: String) -> Double {
    guard old.utf8.count <= longest, new.utf8.count <= longest else { return old == new ? 1 : 0 }
    if Suggestion.nearest(to: old, among: CollectionOfOne(new)) != nil { return 1 }
    var rest = words(new)
    let total = old.utf8.count + new.utf8.count
    guard total > 0 else { return 0 }
    var common = 0
    for word in words(old) {
      guard let match = rest.firstIndex(where: { isSame(word, $0) }) else { continue }
      common += word.count + rest.remove(at: match).count
    }
    return Double(common) / Double(total)
  }

  private static func isSame(_ lhs: [UInt8], _ rhs: [UInt8]) -> Bool {
    let (short, long) = lhs.count < rhs.count ? (lhs, rhs) : (rhs, lhs)
    return lhs == rhs || short.count >= 3 && long.starts(with: short)
  }

  /// The words of `feedURL_old`: `feed`, `url`, `old`.
  private static func words(_ name: String) -> [[UInt8]] {
    var words: [[UInt8]] = [[]]
    var wasUpper = true
    for byte in name.utf8 {
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      if byte == UInt8(ascii: "_") || isUpper && !wasUpper { words.append([]) }
      if byte != UInt8(ascii: "_") { words[words.count - 1].append(isUpper ? byte | 0x20 : byte) }
      wasUpper = isUpper
    }
    return words.filter { !$0.isEmpty }
  }
}
