import CloudKitRecords

/// Facts about a feed that few jobs need; a reader provides them only in the `details` scope.
package struct FeedDetails: Hashable, Sendable {
  /// The fields that describe a feed to its readers.
  static let fields = [
    FeedField.subtitle, FeedField.siteURL, FeedField.imageURL, FeedField.language, FeedField.tags,
  ]

  /// The names of the descriptive fields that have a value.
  package var described: Set<String> = []
  /// The mean rating, 0…5, as stored.
  package var averageRating: Double?
  /// The number of ratings, as stored.
  package var ratingCount: Int?

  init(_ feed: FieldReader) throws(RecordDecodingError) {
    for field in Self.fields {
      guard let value = try feed.value(field) else { continue }
      let isFilled = value.list.map { !$0.isEmpty } ?? value.string?.utf8.contains { $0 > 0x20 }
      if isFilled == true { described.insert(field.name) }
    }
  }
}
