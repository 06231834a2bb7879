/// The host of a feed's URL: what turns and shards go by.
package enum FeedHost {
  /// The host in lower case, without user information and port; the whole text where there is none.
  package static func of(_ url: String) -> String {
    let bytes = Array(url.utf8)
    guard let scheme = bytes.firstRange(of: Array("://".utf8)) else { return url.lowercased() }
    let rest = bytes[scheme.upperBound...]
    let authority = rest.prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
    let host = authority.lastIndex(of: 0x40).map { authority[($0 + 1)...] } ?? authority
    let name = host.first == 0x5B ? host.prefix { $0 != 0x5D }.dropFirst() : host.prefix { $0 != 0x3A }
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  /// Which of so many shares a host belongs to, 0 for the first: the same on every machine.
  package static func shard(of host: String, of count: Int) -> Int {
    Int(StableHash.of(host.utf8) % UInt64(max(1, count)))
  }
}
