import CloudKitRecords

/// Facts about a feed that few jobs need; a reader provides them only in the `details` scope.
package struct FeedDetails: Hashable, Sendable {
  /// The descriptive fields of a feed that have a value.
  package struct Described: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A subtitle or description.
    package static let description = Described(rawValue: 1)
    /// A home page.
    package static let siteURL = Described(rawValue: 2)
    /// A logo or icon.
    package static let imageURL = Described(rawValue: 4)
    /// A language.
    package static let language = Described(rawValue: 8)
    /// At least one tag.
    package static let tags = Described(rawValue: 16)

    static let fields: [(field: CatalogField, part: Described)] = [
      (FeedField.subtitle, .description), (FeedField.siteURL, .siteURL), (FeedField.imageURL, .imageURL),
      (FeedField.language, .language), (FeedField.tags, .tags),
    ]
  }

  /// The descriptive fields that have a value.
  package var described: Described = []
  /// The mean rating, 0…5, as stored.
  package var averageRating: Double?
  /// The number of ratings, as stored.
  package var ratingCount: Int?

  /// Creates empty details.
  package init() {}

  init(_ feed: FieldReader) throws(RecordDecodingError) {
    for (field, part) in Described.fields {
      guard let value = try feed.value(field) else { continue }
      let isFilled = value.list.map { !$0.isEmpty } ?? value.string?.utf8.contains { $0 > 0x20 }
      if isFilled == true { described.insert(part) }
    }
  }
}
