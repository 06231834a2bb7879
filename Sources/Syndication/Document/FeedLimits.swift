/// Limits on the size of a feed, which bound time and memory.
package struct FeedLimits: Equatable, Sendable {
  /// Maximum size of a body in bytes.
  package var bytes: Int
  /// Maximum nesting depth; deeper elements are skipped.
  package var depth: Int
  /// Maximum number of items to keep; further items are counted only.
  package var items: Int

  /// Creates limits; the defaults are far above real feeds.
  package init(bytes: Int = 64 * 1024 * 1024, depth: Int = 256, items: Int = 10_000) {
    self.bytes = bytes
    self.depth = depth
    self.items = items
  }
}
