/// The language of a feed, such as `en` or `pt-BR`.
package enum LanguageTag {
  /// Returns why a text is not a language tag, or `nil` if it has the form of one. Does not check that the language
  /// exists.
  ///
  /// Source: RFC 5646 §2.1, a language of two or three letters with any subtags; seed 000 requires ISO 639-1.
  package static func problem(in text: String) -> String? {
    let subtags = text.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
    let isLanguage = subtags.first.map { (2...3).contains($0.count) && $0.allSatisfy(\.isLetter) } ?? false
    let areSubtags = subtags.dropFirst().allSatisfy {
      (1...8).contains($0.count) && $0.allSatisfy { $0.isLetter || $0.isDigit }
    }
    if isLanguage, areSubtags { return nil }
    return "'\(text)' is not a language; write its ISO 639-1 code, such as 'en'"
  }
}
