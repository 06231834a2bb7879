extension LanguageTag {
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
  package static func mended(_ text: String) -> String? {
    let parts = text.trimmingPrefix(" ").split { $0 == "-" || $0 == "_" }
    guard let language = parts.first?.lowercased() else { return nil }
    let tag = ([language] + parts.dropFirst().map { $0.count == 2 ? $0.uppercased() : String($0) }).joined(
      separator: "-")
    return tag != text && isISO639(tag) ? tag : nil
  }
}
