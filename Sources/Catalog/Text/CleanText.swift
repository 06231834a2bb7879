import Diagnostics
import Notation

/// Text that is safe to store and print: one line, limited length, no terminal escapes and no bidirectional controls.
///
/// All text from lists, feeds and containers is cleaned before it reaches the catalog or a terminal.
package struct CleanText: Hashable, Sendable {
  /// The maximum number of Unicode scalars in a field.
  package enum Limit: Int, Sendable {
    case tag = 100
    case title = 500
    /// A description, a subtitle or a URL.
    case description = 4000
  }

  package private(set) var text: String
  /// Whether anything other than leading and trailing white space was removed.
  package private(set) var isCleaned = false
  package private(set) var isShortened = false

  package init(_ raw: String, limit: Limit) { self.init(raw, atMost: limit.rawValue) }

  /// Creates the clean form of a text with at most `limit` Unicode scalars.
  package init(_ raw: String, atMost limit: Int) {
    if raw.utf8.count <= limit, Self.isPlain(raw) {
      text = raw
      return
    }
    var kept = String.UnicodeScalarView()
    var count = 0
    var hasSpace = false
    var hasBreak = false
    var scalars = raw.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      if scalar == "\u{1B}" {
        Self.skipEscape(&scalars)
        isCleaned = true
      } else if Self.isSpace(scalar) {
        hasSpace = count > 0
        hasBreak = hasBreak || count > 0 && scalar != " " && scalar != "\u{A0}"
      } else if Self.isUnwanted(scalar) {
        isCleaned = true
      } else if count + (hasSpace ? 1 : 0) >= limit {
        isShortened = true
        break
      } else {
        if hasSpace { kept.append(" ") }
        // A trailing line break is ordinary white space.
        if hasBreak { isCleaned = true }
        kept.append(scalar)
        count += hasSpace ? 2 : 1
        hasSpace = false
      }
    }
    text = String(kept)
    if count > 0, !DisplayText.isVisible(text) {
      text = ""
      isCleaned = true
    }
  }

  /// Whether a text is printable ASCII without leading, trailing or repeated spaces, as most titles are.
  private static func isPlain(_ text: String) -> Bool {
    var last: UInt8 = 0x20
    for byte in text.utf8 {
      if !(0x20..<0x7F).contains(byte) || byte == 0x20 && last == 0x20 { return false }
      last = byte
    }
    return last != 0x20
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func isUnwanted(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isControl || scalar.isBidirectionalControl || scalar.isInvisibleMark
  }

  /// Skips a terminal escape sequence (ECMA-48): `ESC [ … letter`, `ESC ] … BEL`, or `ESC` and one character.
  private static func skipEscape(_ scalars: inout String.UnicodeScalarView.Iterator) {
    guard let kind = scalars.next() else { return }
    switch kind {
    case "[":
      while let scalar = scalars.next(), (0x20...0x3F).contains(scalar.value) {}
    case "]", "P", "_", "^", "X":
      while let scalar = scalars.next(), scalar != "\u{07}" {
        guard scalar == "\u{1B}" else { continue }
        _ = scalars.next()
        return
      }
    default: break
    }
  }
}
