import CloudKitRecords

/// The fields of FeedCategory.
///
/// Source: seed 000, Record Type FeedCategory.
package enum CategoryField {
  /// The URL-safe identifier; also the record name.
  package static let slug = CatalogField("slug", .slug, .writer, kit: .none, isRequired: true)
  package static let name = CatalogField("name", .text(.title), .curator, kit: .none, isRequired: true)
  /// The name of an SF Symbol.
  package static let icon = CatalogField("icon", .text(.tag), .curator, kit: .none)
  package static let color = CatalogField("color", .color, .curator, kit: .none)
  /// The position in the list, lowest first.
  package static let sortOrder = CatalogField("sortOrder", .count, .curator, kit: .none)
  package static let parentCategory = CatalogField("parentCategory", .category, .curator, kit: .none)
  package static let description = CatalogField("description", .text(.description), .curator, kit: .none)

  static let all: [CatalogField] = [slug, name, icon, color, sortOrder, parentCategory, description]
}

/// The fields of FeedCollection.
///
/// Source: seed 000, Record Type FeedCollection.
package enum CollectionField {
  package static let title = CatalogField("title", .text(.title), .curator, kit: .none, isRequired: true)
  package static let description = CatalogField("description", .text(.description), .curator, kit: .none)
  package static let coverImageURL = CatalogField("coverImageURL", .address, .curator, kit: .none)
  package static let curatorName = CatalogField("curatorName", .text(.title), .curator, kit: .none)
  /// Whether the discovery page shows the collection.
  package static let isFeatured = CatalogField(
    "isFeatured", .flag, .curator, kit: .none, initial: [.publicCatalog: .flag(false)])
  /// Search keywords.
  package static let tags = CatalogField("tags", .tags, .curator, kit: .none)
  package static let feeds = CatalogField("feeds", .feeds, .curator, kit: .none)
  /// The published number of users who imported the collection.
  package static let subscriberCount = CatalogField(
    "subscriberCount", .count, .subscribers, kit: .none, range: 0...1e10)
  package static let subscriberPeriod = CatalogField("subscriberPeriod", .verbatim, .subscribers, kit: .none)
  package static let createdAt = CatalogField("createdAt", .date, .writer, kit: .none)
  /// The date of an editor's last change to the collection.
  package static let updatedAt = CatalogField("updatedAt", .date, .writer, kit: .none)

  static let all: [CatalogField] = [
    title, description, coverImageURL, curatorName, isFeatured, tags, feeds, subscriberCount, subscriberPeriod,
    createdAt, updatedAt,
  ]
}
