import Foundation

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
      let converter = iconv_open("UTF-8", encoding), converter != UnsafeMutableRawPointer(bitPattern: -1)
    else { throw .unknownEncoding }
    defer { iconv_close(converter) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 2)
    let isWhole = bytes.withUnsafeBytes { convert($0, with: converter, into: &text) }
    guard isWhole else { throw .invalid(line: 1 + text.count { $0 == 0x0A }) }
    return text
  }

  /// False where the bytes are not of the encoding; what stands before them has been appended.
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
      // A full buffer is the one error after which it goes on.
      if isWrong, !isFull { return false }
      if left == before, written == 0 { return false }
    }
    return true
  }
}
