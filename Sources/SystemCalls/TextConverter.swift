/// A system converter from an encoding to UTF-8.
package final class TextConverter {
  private static let pieceSize = 1 << 14

  private let converter: iconv_t
  // No encoding makes more than 4 bytes of one, so the output never fills: Apple's converter has returned wrong
  // positions after that (cisco/ChezScheme#805).
  private var output = [CChar](repeating: 0, count: 4 * pieceSize + 16)

  /// Creates a converter from an encoding by any name that the system knows; returns `nil` for an unknown name.
  package init?(from encoding: String) {
    guard let converter = iconv_open("UTF-8", encoding), converter != iconv_t(bitPattern: -1) else { return nil }
    self.converter = converter
  }

  deinit { iconv_close(converter) }

  /// Appends a text as UTF-8, up to its first byte that is invalid in the encoding.
  /// - Returns: The number of bytes converted. After an invalid byte, the next call continues in the encoding's state.
  package func convert(_ bytes: UnsafeRawBufferPointer, into text: inout [UInt8]) -> Int {
    var start = 0
    while start < bytes.count {
      let input = UnsafeMutableRawBufferPointer(mutating: .init(rebasing: bytes[start...].prefix(Self.pieceSize)))
      var next = input.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = input.count
      let failure = append(&next, &left, to: &text)
      start += input.count - left
      // EINVAL: the piece ends within a character, which the next piece begins with.
      if let failure, failure != EINVAL || left == input.count { return start }
    }
    // Some converters keep the last character until they know that no accent follows.
    var (none, nothing): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    _ = append(&none, &nothing, to: &text)
    return start
  }

  /// Converts a piece of input and advances to its first byte that is not converted.
  /// - Returns: The error number, or `nil` if all of it is converted.
  private func append(
    _ next: inout UnsafeMutablePointer<CChar>?, _ left: inout Int, to text: inout [UInt8]
  ) -> Int32? {
    let room = output.count
    let (failure, count) = output.withUnsafeMutableBufferPointer { buffer in
      var end = buffer.baseAddress
      var free = room
      let failure = iconv(converter, &next, &left, &end, &free) == -1 ? errno : nil
      return (failure, room - free)
    }
    text.append(contentsOf: output[..<count].lazy.map { UInt8(bitPattern: $0) })
    return failure
  }
}
