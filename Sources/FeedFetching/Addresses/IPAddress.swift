import NIOCore
import SystemCalls

/// An address of the Internet Protocol: 4 bytes, or 16.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// The bytes, in the network's order.
  package let bytes: [UInt8]

  /// An address by its text, such as `127.0.0.1` or `::1`; `nil` for what is none.
  package init?(_ text: String) {
    guard let bytes = HostLookup.bytes(of: text) else { return nil }
    self.bytes = bytes
  }

  /// The address of one end of a connection; `nil` for a connection that is not over the Internet Protocol.
  init?(_ address: SocketAddress) {
    guard let text = address.ipAddress else { return nil }
    self.init(text)
  }

  /// The port's end of a connection to this address; `nil` where there is none.
  func socketAddress(port: Int) -> SocketAddress? {
    try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: port)
  }

  package var description: String { socketAddress(port: 0)?.ipAddress ?? "?" }

  /// Whether the first bits are those of a network, such as `10.0.0.0` and 8.
  func isIn(_ network: [UInt8], _ bits: Int) -> Bool {
    guard bytes.count >= network.count else { return false }
    let whole = bits / 8
    guard bytes[..<whole].elementsEqual(network[..<whole]) else { return false }
    let rest = bits % 8
    if rest == 0 { return true }
    let mask = UInt8(truncatingIfNeeded: 0xFF00 >> rest)
    return bytes[whole] & mask == network[whole] & mask
  }
}
