import Notation

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

  /// The two-letter codes of ISO 639-1 (Library of Congress, code list as of 2026-11).
  private static let codes = Set(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo \
    es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg \
    ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn \
    no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw \
    ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
    """.split(separator: " "))

  /// Whether a text begins with a lowercase ISO 639-1 code, with or without subtags.
  package static func isISO639(_ text: String) -> Bool {
    problem(in: text) == nil && codes.contains(text.split(separator: "-", maxSplits: 1)[0])
  }

  /// Returns the corrected tag for a text with the wrong case or separator, such as `EN` or `en_US`, or `nil` for any
  /// other text.
  package static func corrected(_ text: String) -> String? {
    let parts = text.trimmingPrefix(" ").split { $0 == "-" || $0 == "_" }
    guard let language = parts.first?.lowercased() else { return nil }
    let regions = parts.dropFirst().map { $0.count == 2 ? $0.uppercased() : String($0) }
    let tag = ([language] + regions).joined(separator: "-")
    return tag != text && isISO639(tag) ? tag : nil
  }
}
