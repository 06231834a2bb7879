/// A system converter from an encoding to UTF-8.
package final class TextConverter {
  private let converter: iconv_t

  /// Creates a converter from an encoding by any name that the system knows; returns `nil` for an unknown name.
  package init?(from encoding: String) {
    guard let converter = iconv_open("UTF-8", encoding), converter != iconv_t(bitPattern: -1) else { return nil }
    self.converter = converter
  }

  deinit { iconv_close(converter) }

  /// Appends the bytes as UTF-8; returns `false` for bytes invalid in the encoding, after appending the valid bytes
  /// before them.
  package func convert(_ bytes: UnsafeRawBufferPointer, into text: inout [UInt8]) -> Bool {
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
      // A full output buffer is the only error after which conversion continues.
      if isWrong, !isFull { return false }
      if left == before, written == 0 { return false }
    }
    return true
  }
}
