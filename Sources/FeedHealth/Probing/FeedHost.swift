import Catalog
import Diagnostics

/// The host of a feed's URL: what turns and shards go by.
package enum FeedHost {
  /// The host in lower case, without `www.` and port; the whole text where there is none.
  package static func of(_ url: String) -> String {
    let url = url.lowercased()
    return FeedURL.host(of: url) ?? url
  }

  /// The same of a host as a connection is made to it: with `www.`, and an address of IPv6 without its brackets.
  static func of(host: String) -> String { of(host.contains(":") ? "http://[\(host)]/" : "http://\(host)/") }

  /// The hosts that connections may be made to that `of(host:)` is the same of.
  static func connected(_ host: String) -> [String] {
    host.first == "[" ? [String(host.dropFirst().dropLast())] : [host, "www." + host]
  }

  /// Which of so many shares a host belongs to, 0 for the first: the same on every machine.
  package static func shard(of host: String, of count: Int) -> Int {
    Int(StableHash(host.utf8).mixed % UInt64(max(1, count)))
  }
}
