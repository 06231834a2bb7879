import Catalog
import Diagnostics

/// What a seed file says in one field, made fit for the catalogue, and what had to be done to it.
struct SeedValue {
  /// Something done to a value, or said against it; it has no place yet.
  struct Remark {
    let rule: String
    let severity: Diagnostic.Severity
    let message: String
    let help: String?
  }

  /// The value; `nil` where nothing is left of it.
  private(set) var text: String?
  /// What its author should know.
  private(set) var remarks: [Remark] = []

  /// A text of one line.
  init(text raw: String, limit: CleanText.Limit) {
    let clean = CleanText(raw, limit: limit)
    text = clean.text.isEmpty ? nil : clean.text
    if clean.isCleaned {
      let message = "line breaks or control characters were removed from this text"
      remarks.append(Remark(rule: "cleaned-text", severity: .info, message: message, help: nil))
    }
    if clean.isShortened {
      let message = "this text is too long, and was cut"
      let help = "it keeps \(clean.text.unicodeScalars.count) characters"
      remarks.append(Remark(rule: "shortened-text", severity: .warning, message: message, help: help))
    }
  }

  /// The address of a page or an image: http or https, as written; anything else could be run by who opens it.
  init(address raw: String, refusing severity: Diagnostic.Severity) {
    let trimmed = Self.trimmed(raw)
    if trimmed.isEmpty || Self.isPlainAddress(trimmed.utf8) {
      text = trimmed.isEmpty ? nil : trimmed
      return
    }
    do {
      let url = try FeedURL(trimmed)
      text = url.canonical
      remarks = url.notes.map {
        Remark(rule: "scheme-added", severity: .info, message: $0.description, help: "write it in full")
      }
    } catch {
      remarks = [
        Remark(
          rule: "invalid-url", severity: severity, message: "\(error)", help: "give an http or https address, or none")
      ]
    }
  }

  /// An address in printable ASCII needs no second look.
  private static func isPlainAddress(_ bytes: String.UTF8View) -> Bool {
    (bytes.starts(with: "https://".utf8) || bytes.starts(with: "http://".utf8))
      && bytes.count > 8 && bytes.count <= FeedURL.maximumLength && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// Whether a text is a colour, `#RRGGBB`.
  static func isColor(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst()
    return text.utf8.first == UInt8(ascii: "#") && digits.count == 6 && digits.allSatisfy(isHexadecimal)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  /// A text without white space and controls at its ends.
  static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }), let end = bytes.lastIndex(where: { $0 > 0x20 }) else {
      return ""
    }
    return start == bytes.startIndex && bytes.index(after: end) == bytes.endIndex ? text : String(text[start...end])
  }
}
