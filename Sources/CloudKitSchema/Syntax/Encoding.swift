import Diagnostics

/// What keeps a text from being a schema before its first word is read.
enum Encoding {
  /// Why a text cannot be read at all.
  static func refusal(of source: SourceText) -> Diagnostic? {
    // Tokens hold their offsets in 32 bits.
    if source.bytes.count >= Int(UInt32.max) {
      return Diagnostic(
        .error, rule: "file-too-large",
        "the file has \(source.bytes.count) bytes, more than a schema of 4 GiB",
        file: source.name, help: "is it the file you meant?")
    }
    guard isUTF16(source.bytes) else { return nil }
    return Diagnostic(
      .error, rule: "invalid-utf8", "the file is UTF-16, not UTF-8", file: source.name,
      help: "save it as UTF-8")
  }

  /// The first byte of a text that is not UTF-8, as a mistake; the rest can be read nevertheless.
  static func mistake(in source: SourceText) -> Diagnostic? {
    let isASCII = source.bytes.withUnsafeBufferPointer { $0.reduce(0, |) } < 0x80
    guard !isASCII, let offset = source.firstInvalidByte else { return nil }
    let byte = String(source.bytes[offset], radix: 16, uppercase: true)
    return Diagnostic(
      .error, rule: "invalid-utf8", "the byte 0x\(byte) is not UTF-8", file: source.name,
      range: SourceRange(offset, offset + 1), help: "save the file as UTF-8")
  }

  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2 else { return false }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE), (0xFE, 0xFF): return true
    // Without a mark, but plainly two bytes to an ASCII letter.
    case (0, UInt8(ascii: "A")...UInt8(ascii: "z")), (UInt8(ascii: "A")...UInt8(ascii: "z"), 0): return true
    default: return false
    }
  }
}
