import SystemCalls

/// An IP address of 4 or 16 bytes.
package struct IPAddress: Hashable, Sendable {
  /// The bytes in network order.
  package let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates an address from its text, such as `127.0.0.1` or `::1`; `nil` if the text is invalid.
  package init?(_ text: String) {
    guard let bytes = HostLookup.bytes(of: text) else { return nil }
    self.bytes = bytes
  }

  /// Whether the address is in a network with a prefix length, such as `10.0.0.0` and 8.
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
