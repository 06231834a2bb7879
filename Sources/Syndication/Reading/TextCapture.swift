import Foundation
import Notation
import XML

struct TextCapture {
  enum Form: Equatable {
    /// Text or escaped markup.
    case escaped
    /// Markup in child elements.
    case markup
    case base64
  }

  let element: FeedElement
  private(set) var form: Form
  /// The number of open elements around the element.
  let depth: Int
  /// Whether the text is HTML, whose links are resolved.
  let isHTML: Bool
  let attributes: [String: String]
  /// Whether to drop an enclosing `div` (RFC 4287, 3.1.1.3).
  var unwrapsDiv = false
  /// The depth of the dropped `div`.
  var divDepth: Int?
  /// Whether Atom defines the content as text.
  var declaresText = false
  var bytes: [UInt8] = []

  /// Whether the text contains a CDATA section.
  var hasLiteral = false

  /// Whether the content is text without markup. Publishers forget to declare HTML, which an end tag reveals.
  var isText: Bool { declaresText && form == .escaped && !String(decoding: bytes, as: UTF8.self).contains("</") }

  /// Turns HTML with child elements into markup. Its references are text then, not tags.
  mutating func beginMarkup() {
    guard form == .escaped, isHTML, !hasLiteral, [.title, .description, .summary, .content].contains(element) else {
      return
    }
    form = .markup
    let text = bytes
    bytes = []
    CharacterReference.appendEscaped(text[...], to: &bytes)
  }

  /// Returns the trimmed and decoded text, with links resolved against a base.
  func value(base: String?, keepsFragments: Bool, budget: inout LinkBudget) -> String? {
    var text = bytes[...].trimmed
    if form == .base64, let decoded = Self.base64(text) { text = decoded[...].trimmed }
    guard !text.isEmpty else { return nil }
    if isHTML, let base, text.contains(UInt8(ascii: "<")) {
      let markup = MarkupLinks.resolved(Array(text), base: base, keepsFragments: keepsFragments, budget: &budget)
      return String(decoding: markup, as: UTF8.self)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The decoded text with the white space around it, line ends as XML parsers return them; `nil` without such space.
  var paddedText: String? {
    guard let first = bytes.first, let last = bytes.last, first.isSpace || last.isSpace else { return nil }
    return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }

  private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let letters = text.filter { !$0.isSpace }
    guard let data = Data(base64Encoded: Data(letters)) else { return nil }
    return String(validating: data, as: UTF8.self).map { Array($0.utf8) }
  }
}
