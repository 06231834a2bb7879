import XML

/// HTML with allowed elements and attributes only, and its plain text.
///
/// The output is built from the allow-list and escaped text, never copied from the input, so that a misread tag cannot
/// become markup. Sanitizing the output again returns the same text.
package struct SanitizedHTML: Hashable, Sendable {
  package let html: String
  /// The text: block elements are separated by a space, references are decoded once, white space is single.
  package let text: String
  /// The address of the first picture that is not a tracking pixel.
  package let picture: String?
  /// Whether the markup was cut at the maximum number of bytes.
  package let isCut: Bool

  /// - Parameters:
  ///   - base: the address to which relative links refer.
  ///   - limit: the maximum number of bytes of the markup.
  package init(_ markup: String, base: String? = nil, limit: Int = .max) {
    var sanitizer = HTMLSanitizer(Array(markup.utf8), base: base, limit: limit)
    self = sanitizer.sanitized()
  }

  /// Creates markup for text without markup. Empty lines separate paragraphs.
  package init(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.filter { $0 != "\r" } }
    let paragraphs = lines.split { $0.allSatisfy(\.isWhitespace) }
    let markup = paragraphs.map { "<p>" + $0.map { CharacterReference.escaped($0) }.joined(separator: "<br>") + "</p>" }
    self.init(markup.joined())
  }

  init(html: String, text: String, picture: String?, isCut: Bool) {
    self.html = html
    self.text = text
    self.picture = picture
    self.isCut = isCut
  }
}
