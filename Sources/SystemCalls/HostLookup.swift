/// The lookup of host addresses, each 4 or 16 bytes in network byte order.
package enum HostLookup {
  /// The reason a host has no address.
  package struct Failure: Error, Sendable {
    /// The reason, in lower case and the same on every platform; "no such host" if the host does not exist.
    package let reason: String
    /// Whether the host may have an address later.
    package let isTemporary: Bool
  }

  /// Returns the addresses of a host, in the system's order. The lookup can take half a minute.
  package static func addresses(of host: String) throws(Failure) -> [[UInt8]] {
    var answers: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, nil, &answers)
    defer { if let answers { freeaddrinfo(answers) } }
    guard code == 0 else {
      if isFinal(code) { throw Failure(reason: "no such host", isTemporary: false) }
      throw Failure(reason: meaning(of: code), isTemporary: true)
    }
    var addresses: [[UInt8]] = []
    var answer = answers
    while let current = answer {
      if let address = current.pointee.ai_addr.flatMap({ bytes(of: $0) }), !addresses.contains(address) {
        addresses.append(address)
      }
      answer = current.pointee.ai_next
    }
    return addresses
  }

  /// Returns the bytes of a textual address, such as `127.0.0.1` or `::1`; `nil` for any other text.
  package static func bytes(of text: String) -> [UInt8]? {
    var version4 = in_addr()
    if inet_pton(AF_INET, text, &version4) == 1 { return withUnsafeBytes(of: version4) { Array($0) } }
    var version6 = in6_addr()
    return inet_pton(AF_INET6, text, &version6) == 1 ? withUnsafeBytes(of: version6) { Array($0) } : nil
  }

  private static func bytes(of address: UnsafeMutablePointer<sockaddr>) -> [UInt8]? {
    switch Int32(address.pointee.sa_family) {
    case Int32(AF_INET):
      address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) }
      }
    case Int32(AF_INET6):
      address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        withUnsafeBytes(of: address.pointee.sin6_addr) { Array($0) }
      }
    default: nil
    }
  }

  private static func meaning(of code: Int32) -> String {
    switch code {
    case EAI_AGAIN: "temporary failure in name resolution"
    case EAI_FAIL: "the name server failed"
    case EAI_MEMORY: "\(SystemError(ENOMEM))"
    case EAI_SYSTEM: "\(SystemError.last)"
    default: "the name lookup failed"
    }
  }

  private static func isFinal(_ code: Int32) -> Bool {
    #if canImport(Darwin)
      code == EAI_NONAME || code == EAI_NODATA
    #else
      // -5 is `EAI_NODATA`, which glibc hides: the name exists but has no address.
      code == EAI_NONAME || code == -5
    #endif
  }
}
