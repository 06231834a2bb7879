import Foundation
import XML

/// The text of one element while it is being read.
struct TextCapture {
  /// How the text of an element is meant.
  enum Form: Equatable {
    /// Text, or markup that is escaped.
    case escaped
    /// Markup as it stands.
    case markup
    case base64
  }

  let element: FeedElement
  let form: Form
  /// How many elements were open around it.
  let depth: Int
  /// Whether its links are resolved: HTML as opposed to text.
  let isHTML: Bool
  let attributes: FeedAttributes
  /// Whether a first `div` around everything is no part of it: RFC 4287, 3.1.1.3.
  var unwrapsDiv = false
  /// The depth of the `div` that was left out.
  var divDepth: Int?
  var bytes: [UInt8] = []

  /// The value: trimmed, decoded, its links resolved.
  func value(base: String?, budget: inout LinkBudget) -> String? {
    var text = ASCIIByte.trimmed(bytes[...])
    if form == .base64, let decoded = Self.base64(text) { text = ASCIIByte.trimmed(decoded[...]) }
    guard !text.isEmpty else { return nil }
    if isHTML, let base, text.contains(UInt8(ascii: "<")) {
      return String(decoding: MarkupLinks.resolved(Array(text), base: base, budget: &budget), as: UTF8.self)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let letters = text.filter { !ASCIIByte.isSpace($0) }
    guard let data = Data(base64Encoded: Data(letters)) else { return nil }
    return String(validating: data, as: UTF8.self).map { Array($0.utf8) }
  }
}
