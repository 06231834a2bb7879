import SystemCalls

/// Converts any encoding that the system supports to UTF-8.
package enum Transcoder {
  /// A reason why bytes could not be converted.
  package enum Failure: Error {
    /// The system does not support the encoding.
    case unknownEncoding
    /// The bytes are invalid in the encoding; `line` is the line of the first invalid byte.
    case invalid(line: Int)
  }

  /// Returns the bytes converted to UTF-8 from an encoding, by any name that the system supports.
  package static func utf8(_ bytes: ArraySlice<UInt8>, from encoding: String) throws(Failure) -> [UInt8] {
    // A '/' begins options of `iconv`.
    guard encoding.utf8.count < 64, encoding.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }),
      let converter = TextConverter(from: encoding)
    else { throw .unknownEncoding }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 2)
    let isWhole = bytes.withUnsafeBytes { converter.convert($0, into: &text) }
    guard isWhole else { throw .invalid(line: 1 + text.count { $0 == 0x0A }) }
    return text
  }
}
