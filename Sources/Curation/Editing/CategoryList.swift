package import Catalog
package import CloudKitRecords

/// The categories of a catalog with their feed counts.
package struct CategoryList {
  package struct Entry: Sendable {
    /// The slug, or `nil` if the stored slug is invalid or the layout is `celestraKit`.
    package let slug: String?
    /// The display name.
    package let name: String
    /// The record, or `nil` in the `celestraKit` layout.
    package let record: Record?
    package let feeds: Int
  }

  /// Returns all categories in the editors' order.
  package static func all(_ reader: CatalogReader) async throws(RecordStoreError) -> [Entry] {
    let taxonomy = try await Taxonomy(reader)
    let counts = try await reader.store.count(reader.layout.feedType, by: FeedField.category.name)
    let byName = Dictionary(
      counts.compactMap { value, count in
        (value.reference?.recordName.rawValue ?? value.string).map { ($0, count) }
      }, uniquingKeysWith: +)
    return taxonomy.categories.map { category in
      Entry(
        slug: category.record == nil ? nil : category.slug?.rawValue, name: category.name, record: category.record,
        feeds: byName[category.reference] ?? 0)
    }
  }

  /// Whether a category is another category or one of its descendants.
  package static func isWithin(
    _ category: Record, _ other: Record, _ reader: CatalogReader
  ) async throws(RecordStoreError) -> Bool {
    let taxonomy = try await Taxonomy(reader)
    var seen: Set<RecordName> = []
    var name: RecordName? = category.name
    while let next = name, seen.insert(next).inserted {
      if next == other.name { return true }
      let record = taxonomy.category(next.rawValue)?.record
      name = record?[CategoryField.parentCategory]?.reference?.recordName
    }
    return false
  }
}

/// The feeds and subcategories that move when a category is removed.
package struct CategoryMoves: Sendable {
  /// The changes. Without a target, only their number is meaningful.
  package private(set) var changes: [PlannedChange] = []
  package private(set) var feeds = 0, categories = 0

  package init(
    from category: Record, to target: RecordName?, in reader: CatalogReader
  ) async throws(RecordStoreError) {
    let value = FieldValue.reference(Reference(category.name))
    for (type, field, title) in [
      (
        CatalogTable.categories.recordType, CategoryField.parentCategory.name, CategoryField.name.name
      ),
      (reader.layout.feedType, FeedField.category.name, FeedField.title.name),
    ] {
      let query = Query(type, filters: [Filter(field, .equals, value)], desiredFields: [title, field])
      var found: [Record] = []
      try await reader.store.forEachPage(of: query) { (page) throws(RecordStoreError) in found += page }
      let new = FieldValue.reference(Reference(target ?? category.name))
      changes += found.map { $0.change([field: new], title: $0.title) }
      if type == CatalogTable.categories.recordType { categories = found.count } else { feeds = found.count }
    }
  }
}
