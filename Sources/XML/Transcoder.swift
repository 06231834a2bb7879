import SystemCalls

/// Converts encodings to UTF-8, with the same result on every platform.
package enum Transcoder {
  package enum Failure: Error {
    case unknownEncoding
    /// The bytes are invalid in the encoding; `line` is the line of the first invalid byte.
    case invalid(line: Int)
  }

  /// Returns the bytes converted to UTF-8 from an encoding with a label of the Encoding Standard.
  package static func utf8(_ bytes: ArraySlice<UInt8>, from encoding: String) throws(Failure) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 2)
    let isWhole: Bool
    if let convert = converter(from: encoding) {
      isWhole = convert(bytes, &text) == bytes.count
    } else if let encoding = UnicodeEncoding(label: encoding.lowercased()) {
      isWhole = encoding.convert(bytes, into: &text)
    } else {
      throw .unknownEncoding
    }
    guard isWhole else { throw .invalid(line: 1 + text.count { $0 == 0x0A }) }
    return text
  }

  /// Returns the bytes converted to UTF-8, with 0xFF, which decodes to U+FFFD, for each byte that is invalid in the
  /// encoding; `nil` if the encoding is unknown, is not a superset of ASCII, or more than an eighth of the bytes beyond
  /// ASCII are invalid in it, as if another was used.
  package static func repaired(_ bytes: ArraySlice<UInt8>, from encoding: String) -> [UInt8]? {
    guard let convert = converter(from: encoding) else { return nil }
    // ISO-2022-JP has escape sequences instead of bytes beyond ASCII.
    var limit = bytes.count { $0 >= 0x80 || $0 == 0x1B } / 8
    var text: [UInt8] = []
    var rest = bytes
    while true {
      rest = rest.dropFirst(convert(rest, &text))
      if rest.isEmpty { return text }
      if limit == 0 { return nil }
      limit -= 1
      text.append(0xFF)
      rest = rest.dropFirst()
    }
  }

  /// Returns a function that appends bytes as UTF-8 up to the first invalid byte, and returns the number of bytes
  /// converted; `nil` for unknown encodings, UTF-16, and UTF-32.
  private static func converter(from encoding: String) -> ((ArraySlice<UInt8>, inout [UInt8]) -> Int)? {
    let label = encoding.lowercased()
    if let encoding = OneByteEncoding(label: label) { return encoding.convert }
    guard let name = multibyteName(of: label), let converter = TextConverter(from: name) else { return nil }
    return { bytes, text in bytes.withUnsafeBytes { converter.convert($0, into: &text) } }
  }

  /// Returns the name for `iconv` of a Chinese, Japanese or Korean encoding. Like the web, it prefers the superset.
  ///
  /// The names are those that glibc, musl and Apple's library know (2026-11).
  private static func multibyteName(of label: String) -> String? {
    switch label {
    case "gb18030", "gb2312", "gbk", "gb_2312", "gb_2312-80", "x-gbk", "chinese", "csgb2312", "cp936", "euc-cn":
      "GB18030"
    case "big5", "big5-hkscs", "cn-big5", "csbig5", "x-x-big5", "cp950": "BIG5-HKSCS"
    case "shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "csshiftjis", "windows-31j", "cp932": "CP932"
    case "euc-jp", "eucjp", "x-euc-jp", "cseucpkdfmtjapanese": "EUC-JP"
    case "iso-2022-jp", "csiso2022jp": "ISO-2022-JP"
    case "euc-kr", "euckr", "cseuckr", "ks_c_5601-1987", "ksc5601", "ksc_5601", "korean", "windows-949", "cp949", "uhc":
      "CP949"
    default: nil
    }
  }
}
