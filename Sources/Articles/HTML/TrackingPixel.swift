/// Pictures that count readers instead of showing something.
enum TrackingPixel {
  /// Parts of the addresses of known counters. Source: addresses in the feeds of feedparser's and Miniflux's tests,
  /// read 2026-11.
  private static let known = [
    "//feeds.feedburner.com/~", "//feeds.wordpress.com/1.0/", "//pixel.wp.com/", "//stats.wordpress.com/",
    "//pixel.quantserve.com/", "//rss.feedsportal.com/", "//da.feedsportal.com/", "//ad.doubleclick.net/",
    "//www.google-analytics.com/", "//feedads.g.doubleclick.net/", "//analytics.",
  ]

  /// Whether a picture is a known counter, or at most one pixel high or wide.
  static func matches(_ source: String, _ attributes: [String: String]) -> Bool {
    let sizes = [attributes["width"], attributes["height"]].compactMap { $0.flatMap { Int($0) } }
    return sizes.contains { $0 <= 1 } || known.contains { source.contains($0) }
  }

  /// Whether a picture is too small to represent an article.
  static func isSmall(_ attributes: [String: String]) -> Bool {
    [attributes["width"], attributes["height"]].contains { $0.flatMap { Int($0) }.map { $0 < 100 } ?? false }
  }
}
