import FeedHealth

extension FeedHost {
  /// Whether two addresses are of one site: the same host, or one host is below the other.
  static func isSame(_ first: String, _ second: String) -> Bool {
    let (a, b) = (of(first), of(second))
    return a == b || a.hasSuffix("." + b) || b.hasSuffix("." + a)
  }
}
