import Diagnostics

/// Checks of a text before it is split into tokens.
enum Encoding {
  /// Maximum file size in bytes, a thousand times that of the largest known schema.
  private static let maximumSize = 128 << 20

  /// Returns why a text cannot be read at all, if so.
  static func refusal(of source: SourceText) -> Diagnostic? {
    if source.bytes.count > maximumSize {
      return Diagnostic(
        .error, rule: "file-too-large", "the file has \(source.bytes.count) bytes; the maximum is 128 MB",
        file: source.name, help: "check that this is a schema file")
    }
    switch (source.bytes.first, source.bytes.dropFirst().first) {
    case (0xFF, 0xFE), (0xFE, 0xFF), (0, letters?), (letters?, 0):
      return Diagnostic(
        .error, rule: "invalid-utf8", "the file is UTF-16, not UTF-8", file: source.name, help: "save the file as UTF-8"
      )
    default: return nil
    }
  }

  /// ASCII letters, which UTF-16 without a byte order mark stores as two bytes.
  private static let letters = UInt8(ascii: "A")...UInt8(ascii: "z")

  /// Returns a mistake at the first byte that is not UTF-8; the rest of the text is still readable.
  static func mistake(in source: SourceText) -> Diagnostic? {
    guard let offset = source.firstInvalidByte else { return nil }
    let byte = String(source.bytes[offset], radix: 16, uppercase: true)
    return Diagnostic(
      .error, rule: "invalid-utf8", "the byte 0x\(byte) is not UTF-8", file: source.name,
      range: SourceRange(offset, offset + 1), help: "save the file as UTF-8")
  }
}
