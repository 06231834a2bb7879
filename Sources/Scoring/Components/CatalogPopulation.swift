import Catalog
import CloudKitRecords

/// Typical values in a catalog, for relative formulas. Reports include them, so that a score can be reproduced.
package struct CatalogPopulation: Hashable, Sendable {
  /// Subscribers for full relative popularity; `nil` if no feed has subscribers.
  package let fullSubscribers: Double?
  /// Mean of the feeds' mean ratings, 0…5; `nil` if no feed is rated.
  package let meanRating: Double?

  package init(fullSubscribers: Double? = nil, meanRating: Double? = nil) {
    self.fullSubscribers = fullSubscribers
    self.meanRating = meanRating
  }

  /// If the store can count, no records are read.
  init(_ reader: CatalogReader, _ methodology: ScoreMethodology) async throws(RecordStoreError) {
    let thresholds = methodology.thresholds
    guard methodology.weights.contains(where: { $0.points > 0 && $0.component.isRelative }) else {
      self.init()
      return
    }
    var full = thresholds.referenceSubscribers
    if full == nil {
      let field = FeedField.subscriberCount.name
      let counts = try await Self.counts(of: field, in: reader.layout.feedType, reader)
      full = Self.percentile(thresholds.popularityPercentile, of: counts.filter { $0.value >= 1 })
    }
    var mean = thresholds.referenceRating
    if mean == nil, let type = CatalogTable.metadata.type(in: reader.layout) {
      let field = MetadataField.averageRating.name
      let counts = try await Self.counts(of: field, in: type, reader)
        .filter { $0.value > 0 && $0.value <= 5 }
      let feeds = counts.reduce(0) { $0 + $1.feeds }
      mean = feeds == 0 ? nil : counts.reduce(0) { $0 + $1.value * Double($1.feeds) } / Double(feeds)
    }
    self.init(fullSubscribers: full, meanRating: mean)
  }

  /// Returns the number of feeds per value, smallest value first, ignoring values that are not finite.
  private static func counts(
    of field: String, in type: String, _ reader: CatalogReader
  ) async throws(RecordStoreError) -> [(value: Double, feeds: Int)] {
    guard !reader.schema.declared([field], of: type).isEmpty else { return [] }
    return try await reader.store.count(type, by: field)
      .compactMap { entry in entry.key.number.map { (value: $0, feeds: entry.value) } }
      .filter(\.value.isFinite)
      .sorted { $0.value < $1.value }
  }

  /// Returns the nearest-rank percentile.
  private static func percentile(_ percent: Double, of counts: [(value: Double, feeds: Int)]) -> Double? {
    let feeds = counts.reduce(0) { $0 + $1.feeds }
    var rank = max(1, Int((percent / 100 * Double(feeds)).rounded(.up)))
    for entry in counts {
      rank -= entry.feeds
      if rank <= 0 { return entry.value }
    }
    return nil
  }
}
