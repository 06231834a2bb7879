import Catalog

/// The host of a feed's URL: what turns and shards go by.
package enum FeedHost {
  /// The host in lower case, without `www.` and port; the whole text where there is none.
  package static func of(_ url: String) -> String {
    let url = url.lowercased()
    return FeedURL.host(of: url) ?? url
  }

  /// Which of so many shares a host belongs to, 0 for the first: the same on every machine.
  package static func shard(of host: String, of count: Int) -> Int {
    Int(StableHash.of(host.utf8) % UInt64(max(1, count)))
  }
}
