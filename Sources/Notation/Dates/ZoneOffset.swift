enum ZoneOffset {
  /// Returns the seconds east of Greenwich of a zone at the end of a date; `nil` for other text.
  static func seconds(_ bytes: ArraySlice<UInt8>) -> Int? {
    let word = (bytes.prefix { !$0.isSpace && $0 != UInt8(ascii: "(") }).lowercasedString
    if word.isEmpty { return bytes.first == UInt8(ascii: "(") ? 0 : nil }
    if let sign = word.utf8.firstIndex(where: "+-".utf8.contains) {
      // `GMT+2` and `UTC-05:00` are common.
      guard ["", "gmt", "utc", "ut", "z"].contains(word[..<sign]) else { return nil }
      return numeric(word[word.index(after: sign)...]).map { word[sign] == "-" ? -$0 : $0 }
    }
    if let hours = names[word] { return Int(hours * 3600) }
    // A single letter is a military zone with an unreliable sign (RFC 2822, section 4.3).
    return word.utf8.count == 1 && word.utf8.allSatisfy(\.isLetter) ? 0 : nil
  }

  private static func numeric(_ text: Substring) -> Int? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
    guard let value = Int(String(decoding: digits, as: UTF8.self)), value >= 0 else { return nil }
    switch digits.count {
    case 1, 2: return value * 3600
    case 3, 4: return value / 100 * 3600 + value % 100 * 60
    default: return nil
    }
  }

  private static let names: [String: Double] = [
    "z": 0, "gmt": 0, "utc": 0, "ut": 0, "wet": 0, "west": 1, "bst": 1, "cet": 1, "met": 1, "mez": 1, "cest": 2,
    "mest": 2, "mesz": 2, "eet": 2, "eest": 3, "sast": 2, "msk": 3, "msd": 4, "ist": 5.5, "hkt": 8, "sgt": 8, "awst": 8,
    "jst": 9, "kst": 9, "acst": 9.5, "aest": 10, "aedt": 11, "nzst": 12, "nzdt": 13, "ast": -4, "adt": -3, "est": -5,
    "et": -5, "edt": -4, "cst": -6, "ct": -6, "cdt": -5, "mst": -7, "mt": -7, "mdt": -6, "pst": -8, "pt": -8, "pdt": -7,
    "akst": -9, "akdt": -8, "hst": -10, "nst": -3.5, "ndt": -2.5, "brt": -3, "art": -3,
  ]
}
