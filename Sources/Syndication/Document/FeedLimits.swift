/// How much of a feed is read, so that none can cost without bound.
package struct FeedLimits: Equatable, Sendable {
  /// The largest body that is read, in bytes.
  package var bytes: Int
  /// How deep elements may nest; deeper ones are passed over.
  package var depth: Int
  /// How many items are kept; the rest are counted.
  package var items: Int

  /// Limits that no feed of the corpus comes near.
  package init(bytes: Int = 64 * 1024 * 1024, depth: Int = 256, items: Int = 10_000) {
    self.bytes = bytes
    self.depth = depth
    self.items = items
  }
}
