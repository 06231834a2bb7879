import CZlib

/// A decompressor of gzip data with any number of members, and of deflate data with or without a zlib header.
package final class Inflater {
  package struct DamagedData: Error {}

  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var isStarted = false
  private var isAtEnd = false

  /// Creates a decompressor; the first byte of the data tells its format.
  package init() { stream.initialize(to: z_stream()) }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Checks at the end of the data that it is complete. Empty data is.
  package func finish() throws(DamagedData) {
    if isStarted, !isAtEnd { throw DamagedData() }
  }

  /// Decompresses the next bytes into `output`, until it has more than `limit` bytes.
  package func inflate(_ bytes: [UInt8], into output: inout [UInt8], limit: Int) throws(DamagedData) {
    guard let first = bytes.first else { return }
    if !isStarted { try start(first) }
    var piece = [UInt8](repeating: 0, count: 65_536)
    var bytes = bytes
    let isDamaged = bytes.withUnsafeMutableBufferPointer { input in
      piece.withUnsafeMutableBufferPointer { buffer in
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = UInt32(input.count)
        repeat {
          if isAtEnd {
            // Bytes after the end are ignored unless they begin another member.
            guard stream.pointee.next_in?.pointee == Self.gzipMark else { return false }
            inflateReset(stream)
            isAtEnd = false
          }
          stream.pointee.next_out = buffer.baseAddress
          stream.pointee.avail_out = UInt32(buffer.count)
          let status = CZlib.inflate(stream, Z_NO_FLUSH)
          output.append(contentsOf: buffer[..<(buffer.count - Int(stream.pointee.avail_out))])
          isAtEnd = status == Z_STREAM_END
          guard isAtEnd || status == Z_OK || status == Z_BUF_ERROR else { return true }
        } while (stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0 && !isAtEnd) && output.count <= limit
        return false
      }
    }
    if isDamaged { throw DamagedData() }
  }

  private static let gzipMark: UInt8 = 0x1F

  private func start(_ first: UInt8) throws(DamagedData) {
    // Source: RFC 1950 §2.2, RFC 1952 §2.3.1. Many servers send deflate without the zlib header that RFC 9110 requires.
    let hasHeader = first == Self.gzipMark || first & 0x0F == 8
    let window = hasHeader ? MAX_WBITS + 32 : -MAX_WBITS
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, window, ZLIB_VERSION, size) == Z_OK else { throw DamagedData() }
    isStarted = true
  }
}
