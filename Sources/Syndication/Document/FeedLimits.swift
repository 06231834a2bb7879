/// Limits on the size of a feed, which bound time and memory. They are far above real feeds.
enum FeedLimits {
  /// Maximum size of a body in bytes.
  static let bytes = 64 * 1024 * 1024
  /// Maximum nesting depth; deeper elements are skipped.
  static let depth = 256
  /// Maximum number of items to keep; further items are counted only.
  static let items = 10_000
}
