import Foundation

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
      let converter = iconv_open("UTF-8", encoding), converter != UnsafeMutableRawPointer(bitPattern: -1)
    else { throw .unknownEncoding }
    defer { iconv_close(converter) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 2)
    let isWhole = bytes.withUnsafeBytes { convert($0, with: converter, into: &text) }
    guard isWhole else { throw .invalid(line: 1 + text.count { $0 == 0x0A }) }
    return text
  }

  /// Converts until the end or the first invalid byte; returns whether all bytes were valid.
  private static func convert(
    _ bytes: UnsafeRawBufferPointer, with converter: iconv_t, into text: inout [UInt8]
  ) -> Bool {
    let input = UnsafeMutableRawBufferPointer(mutating: bytes)
    var next = input.baseAddress?.assumingMemoryBound(to: CChar.self)
    var left = input.count
    var piece = [CChar](repeating: 0, count: 65_536)
    while left > 0 {
      let room = piece.count
      let before = left
      let (isFull, isWrong, written) = piece.withUnsafeMutableBufferPointer { buffer in
        var output = buffer.baseAddress
        var free = room
        let isWrong = iconv(converter, &next, &left, &output, &free) == -1
        return (isWrong && errno == E2BIG, isWrong, room - free)
      }
      text.append(contentsOf: piece[..<written].lazy.map { UInt8(bitPattern: $0) })
      // A full buffer is the only recoverable error.
      if isWrong, !isFull { return false }
      if left == before, written == 0 { return false }
    }
    return true
  }
}
