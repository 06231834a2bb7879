/// The form of language codes: ISO 639, with parts of BCP 47 behind it.
enum LanguageCode {
  /// Whether a text has the form of `en`, `pt-BR` or `zh-Hant-TW`.
  static func isOne(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let primary = parts.first, (2...3).contains(primary.count), primary.allSatisfy(isLetter) else { return false }
    return parts.count <= 4
      && parts.dropFirst().allSatisfy { part in
        (2...8).contains(part.count) && part.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
      }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
