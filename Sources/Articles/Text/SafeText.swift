import Catalog
import Foundation
import Notation

/// Plain text as articles store it.
package enum SafeText {
  /// Whether a character is dropped everywhere: control characters and bidirectional controls, which make text appear
  /// different from its content.
  static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0xFFFE, 0xFFFF: true
    default: scalar.isControl || scalar.isBidirectionalControl || scalar.isInvisibleMark
    }
  }

  /// Removes dropped characters from decoded text.
  static func clean(_ bytes: inout [UInt8]) {
    if bytes.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A }) { return }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.unicodeScalars.contains(where: isDropped) else { return }
    bytes = Array(String(String.UnicodeScalarView(text.unicodeScalars.filter { !isDropped($0) })).utf8)
  }

  /// Returns text in NFC with single spaces.
  static func normalized(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      // A no-break space is white space, too.
      let isWide = byte == 0xC2 && index + 1 < bytes.count && bytes[index + 1] == 0xA0
      if isWide || byte.isSpace {
        if result.last != 0x20, !result.isEmpty { result.append(0x20) }
        index += isWide ? 2 : 1
      } else {
        result.append(byte)
        index += 1
      }
    }
    if result.last == 0x20 { result.removeLast() }
    let text = String(decoding: result, as: UTF8.self)
    // Characters below U+0300 are already composed.
    return result.contains { $0 >= 0xCC } ? text.precomposedStringWithCanonicalMapping : text
  }

  /// Returns the start of a text with at most `count` characters, cut at a word and ended with "…" if it is longer.
  package static func start(of text: String, atMost count: Int) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    var kept = String(scalars[..<scalars.index(before: end)])
    if let space = kept.lastIndex(of: " "), kept[space...].utf8.count < kept.utf8.count / 2 {
      kept = String(kept[..<space])
    } else if kept.count > 1 {
      // The last character may be incomplete.
      kept.removeLast()
    }
    while let last = kept.last, " ,;:".contains(last) { kept.removeLast() }
    return kept + "…"
  }

  /// Returns the start of a text with at most `count` bytes, without a part of a character.
  static func prefix(of text: String, bytes count: Int) -> String {
    guard text.utf8.count > count else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: max(0, count))
    while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return String(text[..<end])
  }
}
