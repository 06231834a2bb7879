import Catalog
import Diagnostics

/// Host of a feed's URL, used for turns and shards.
package enum FeedHost {
  /// Returns the host in lower case, without `www.` and port; the whole text if it has no host.
  package static func of(_ url: String) -> String {
    let url = url.lowercased()
    return FeedURL.host(of: url) ?? url
  }

  /// Returns the same form for a connection's host, which may include `www.` or be an IPv6 address without brackets.
  static func of(host: String) -> String { of(host.contains(":") ? "http://[\(host)]/" : "http://\(host)/") }

  /// Returns the connection hosts for which `of(host:)` returns this host.
  static func connected(_ host: String) -> [String] {
    host.first == "[" ? [String(host.dropFirst().dropLast())] : [host, "www." + host]
  }

  /// Returns whether a host in the form of `of(_:)` is an IP address rather than a name.
  static func isAddress(_ host: String) -> Bool { host.first == "[" || host.last?.isNumber == true }

  /// Returns whether a host in the form of `of(_:)` is a name in the public domain name system.
  static func isPublic(_ host: String) -> Bool {
    let labels = host.split(separator: ".")
    let isLocal = ["local", "localhost", "internal", "lan", "arpa"].contains { labels.last == $0 }
    return labels.count > 1 && !isLocal && !isAddress(host)
  }

  /// Whether two addresses are of one site: the same host, or one host is below the other.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    let (a, b) = (of(first), of(second))
    return a == b || a.hasSuffix("." + b) || b.hasSuffix("." + a)
  }

  /// Returns the shard that a host belongs to, from 0; the same on every machine.
  package static func shard(of host: String, of count: Int) -> Int {
    Int(StableHash(host.utf8).mixed % UInt64(max(1, count)))
  }
}
