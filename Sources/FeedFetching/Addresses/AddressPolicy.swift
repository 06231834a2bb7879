/// A policy for the addresses that connections may use. Feed URLs are untrusted and must not reach hosts that only this
/// machine can reach.
package struct AddressPolicy: Hashable, Sendable {
  /// Whether every address is allowed, as required for tests against a local server.
  package let allowsPrivate: Bool

  package init(allowsPrivate: Bool = false) { self.allowsPrivate = allowsPrivate }

  /// Returns the reason that an address is refused; `nil` if connections to it are allowed.
  package func refusal(of address: IPAddress) -> String? {
    if allowsPrivate { return nil }
    return address.bytes.count == 4 ? Self.refusal(ofIPv4: address) : Self.refusal(ofIPv6: address)
  }

  /// Source: the IANA IPv4 Special-Purpose Address Registry, read 2026-11, and the providers' metadata services.
  private static let networks: [(network: [UInt8], bits: Int, kind: String)] = [
    ([0, 0, 0, 0], 8, "unspecified"), ([10, 0, 0, 0], 8, "private"), ([100, 64, 0, 0], 10, "shared"),
    ([127, 0, 0, 0], 8, "loopback"), ([169, 254, 0, 0], 16, "link-local"), ([172, 16, 0, 0], 12, "private"),
    ([192, 0, 0, 0], 24, "reserved"), ([192, 0, 2, 0], 24, "documentation"), ([192, 88, 99, 0], 24, "reserved"),
    ([192, 168, 0, 0], 16, "private"), ([198, 18, 0, 0], 15, "benchmarking"), ([198, 51, 100, 0], 24, "documentation"),
    ([203, 0, 113, 0], 24, "documentation"), ([224, 0, 0, 0], 4, "multicast"), ([240, 0, 0, 0], 4, "reserved"),
    // Azure's metadata service is the only one with a public address.
    ([168, 63, 129, 16], 32, "metadata"),
  ]

  private static func refusal(ofIPv4 address: IPAddress) -> String? {
    networks.first { address.isIn($0.network, $0.bits) }?.kind
  }

  /// Source: the IANA IPv6 Special-Purpose Address Registry, read 2026-11. Only 2000::/3 is the public internet. For an
  /// address with an embedded IPv4 address, the IPv4 rules apply.
  private static func refusal(ofIPv6 address: IPAddress) -> String? {
    let bytes = address.bytes
    let zeros = bytes.prefix { $0 == 0 }.count
    if zeros == 16 { return "unspecified" }
    if zeros == 15, bytes[15] == 1 { return "loopback" }
    if zeros >= 12 { return refusal(ofIPv4At: 12, of: bytes) ?? "reserved" }
    if zeros == 10, bytes[10] == 0xFF, bytes[11] == 0xFF { return refusal(ofIPv4At: 12, of: bytes) }
    if address.isIn([0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96) { return refusal(ofIPv4At: 12, of: bytes) }
    if address.isIn([0x20, 0x02], 16) { return refusal(ofIPv4At: 2, of: bytes) }
    if address.isIn([0xFC], 7) { return "private" }
    if address.isIn([0xFE, 0x80], 10) { return "link-local" }
    if address.isIn([0xFF], 8) { return "multicast" }
    if address.isIn([0x20, 0x01, 0x0D, 0xB8], 32) || address.isIn([0x3F, 0xFF, 0x00], 20) { return "documentation" }
    // 2001::/23 contains Teredo, benchmarking and ORCHID.
    if !address.isIn([0x20], 3) || address.isIn([0x20, 0x01, 0x00], 23) { return "reserved" }
    return nil
  }

  private static func refusal(ofIPv4At index: Int, of bytes: [UInt8]) -> String? {
    refusal(ofIPv4: IPAddress(bytes: Array(bytes[index..<index + 4])))
  }
}
