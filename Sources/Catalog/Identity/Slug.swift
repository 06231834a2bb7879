import Notation

/// The identifier of a category or collection in URLs and files: `a`–`z`, `0`–`9` and `-`.
package struct Slug: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
  package let rawValue: String

  /// Creates a slug; `nil` if the text is invalid. `problem(in:)` returns the reason.
  package init?(rawValue: String) {
    if Slug.problem(in: rawValue) != nil { return nil }
    self.rawValue = rawValue
  }

  private init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// A placeholder that lets reading continue when a file has no slug; the item that holds it is discarded.
  package static let placeholder = Slug(unchecked: "placeholder")

  package var description: String { rawValue }

  package static func < (lhs: Slug, rhs: Slug) -> Bool { lhs.rawValue < rhs.rawValue }

  /// Returns why a text is not a slug, or `nil` if it is valid.
  package static func problem(in text: String) -> String? {
    let bytes = text.utf8
    if bytes.isEmpty { return "a slug cannot be empty" }
    if bytes.count > 64 { return "a slug has at most 64 characters, this one has \(bytes.count)" }
    let isSpelt = bytes.allSatisfy { $0 >= 0x61 && $0 <= 0x7A || $0.isDigit || $0 == 0x2D }
    if !isSpelt { return "a slug has the letters a to z, digits and '-' only, '\(text)' has others" }
    if bytes.first == 0x2D || bytes.last == 0x2D { return "a slug cannot begin or end with '-', as '\(text)' does" }
    return nil
  }
}
