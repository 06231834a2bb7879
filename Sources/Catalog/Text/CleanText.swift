import Diagnostics

/// Text that is safe to store and print: one line, limited length, no terminal escapes and no bidirectional controls.
///
/// All text from lists, feeds and containers is cleaned before it reaches the catalog or a terminal.
package struct CleanText: Hashable, Sendable {
  /// The maximum number of Unicode scalars in a field.
  package enum Limit: Int, Sendable {
    /// A tag.
    case tag = 100
    /// A title or a name.
    case title = 500
    /// A description, a subtitle or a URL.
    case description = 4000
  }

  /// The text, trimmed.
  package private(set) var text: String
  /// Whether anything other than leading and trailing white space was removed.
  package private(set) var isCleaned = false
  /// Whether the text was longer than its limit.
  package private(set) var isShortened = false

  /// Creates the clean form of a text for a field.
  package init(_ raw: String, limit: Limit) { self.init(raw, atMost: limit.rawValue) }

  /// Creates the clean form of a text with at most `limit` Unicode scalars.
  package init(_ raw: String, atMost limit: Int) {
    if raw.utf8.count <= limit, Self.isPlain(raw) {
      text = DisplayText.isVisible(raw) ? raw : ""
      isCleaned = text != raw
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

  /// Whether a text is printable, has no leading, trailing or repeated spaces, and has no lead byte of a removed
  /// character. Most titles are plain.
  private static func isPlain(_ text: String) -> Bool {
    var last: UInt8 = 0x20
    for byte in text.utf8 {
      if byte < 0x20 || byte == 0x7F || byte == 0x20 && last == 0x20 { return false }
      switch last {
      // U+0080 to U+00A0.
      case 0xC2: if byte <= 0xA0 { return false }
      // U+2000 to U+207F.
      case 0xE2: if byte == 0x80 || byte == 0x81 { return false }
      // U+FEC0 to U+FEFF, U+FFC0 to U+FFFF, U+E0000 and above.
      case 0xEF: if byte == 0xBB || byte == 0xBF { return false }
      case 0xF3: return false
      default: break
      }
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
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F: true
    // Bidirectional controls, which make text appear different from its content. Directional marks are kept: they only
    // order a line.
    case 0x202A...0x202E, 0x2066...0x2069: true
    // Invisible characters: the byte order mark, interlinear annotations, language tags.
    case 0xFEFF, 0xFFF9...0xFFFB, 0xE0001: true
    default: false
    }
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
