/// The language of a feed, such as `en` or `pt-BR`.
package enum LanguageTag {
  /// Why a text is not the tag of a language; `nil` when it is shaped like one: whether the language exists is not checked.
  ///
  /// Source: RFC 5646 §2.1, a language of two or three letters with any subtags; seed 000 asks for ISO 639-1.
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
