import SystemCalls

/// Turns bytes of any encoding the system knows into UTF-8.
package enum Transcoder {
  /// Why bytes could not be turned.
  package enum Failure: Error {
    /// The system does not know the encoding.
    case unknownEncoding
    /// The bytes at an offset are not of the encoding; `line` is where, counted in the text before them.
    case invalid(line: Int)
  }

  /// The bytes in UTF-8, from an encoding by any name the system knows.
  package static func utf8(_ bytes: ArraySlice<UInt8>, from encoding: String) throws(Failure) -> [UInt8] {
    // A '/' would begin iconv's options.
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
