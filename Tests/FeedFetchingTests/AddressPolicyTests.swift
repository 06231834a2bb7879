import FeedFetching
import FeedHealth
import Testing

@Suite("Address policy")
struct AddressPolicyTests {
  @Test(
    "addresses of the public internet are allowed",
    arguments: [
      "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255",
      "223.255.255.255", "11.0.0.0", "2606:4700:4700::1111", "2a00:1450::1", "::ffff:1.1.1.1", "64:ff9b::101:101",
      "2002:101:101::1",
    ])
  func allowed(text: String) throws {
    let address = try #require(IPAddress(text))
    #expect(AddressPolicy().refusal(of: address) == nil)
  }

  @Test(
    "addresses that only this machine or its network can reach are refused",
    arguments: [
      ("127.0.0.1", "loopback"), ("127.255.255.254", "loopback"), ("10.0.0.1", "private"), ("172.16.0.1", "private"),
      ("172.31.255.255", "private"), ("192.168.1.1", "private"), ("169.254.169.254", "link-local"),
      ("169.254.170.2", "link-local"), ("100.64.0.1", "shared"), ("100.100.100.200", "shared"),
      ("168.63.129.16", "metadata"), ("0.0.0.0", "unspecified"), ("0.1.2.3", "unspecified"), ("224.0.0.1", "multicast"),
      ("255.255.255.255", "reserved"), ("192.0.0.192", "reserved"), ("198.18.0.1", "benchmarking"),
      ("::1", "loopback"), ("::", "unspecified"), ("::ffff:127.0.0.1", "loopback"), ("::ffff:10.1.2.3", "private"),
      ("::127.0.0.1", "loopback"), ("64:ff9b::7f00:1", "loopback"), ("64:ff9b::a9fe:a9fe", "link-local"),
      ("64:ff9b:1::1", "reserved"), ("2002:7f00:1::", "loopback"), ("2002:a00:1::1", "private"), ("fc00::1", "private"),
      ("fd00:ec2::254", "private"), ("fe80::1", "link-local"), ("fec0::1", "reserved"), ("ff02::1", "multicast"),
      ("2001:db8::1", "documentation"), ("2001::1", "reserved"), ("100::1", "reserved"), ("4000::1", "reserved"),
    ])
  func refused(text: String, kind: String) throws {
    let address = try #require(IPAddress(text))
    #expect(AddressPolicy().refusal(of: address) == kind)
    #expect(AddressPolicy(allowsPrivate: true).refusal(of: address) == nil)
  }
}
