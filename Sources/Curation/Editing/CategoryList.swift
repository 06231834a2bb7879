package import Catalog
package import CloudKitRecords

/// The categories of a catalogue, with how many feeds each has.
package struct CategoryList {
  /// A category.
  package struct Entry: Sendable {
    /// Its slug; `nil` where what stands there is none, or in `celestraKit`.
    package let slug: String?
    /// The name to show.
    package let name: String
    /// Its record; `nil` in `celestraKit`.
    package let record: Record?
    /// The feeds in it.
    package let feeds: Int
  }

  /// All of them, in the editors' order.
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

  /// Whether a category is another, or under it at whatever distance.
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

/// What moves when a category goes: its feeds, and the categories under it.
package struct CategoryMoves: Sendable {
  /// The changes; with no target they only say how many there are.
  package private(set) var changes: [PlannedChange] = []
  /// How many feeds and categories move.
  package private(set) var feeds = 0, categories = 0

  /// Finds what is in a category.
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
      let query = Query(type, filters: [Filter(field, .equals, value)], desiredFields: [title])
      var found: [Record] = []
      try await reader.store.forEachPage(of: query) { (page) throws(RecordStoreError) in found += page }
      let new = FieldValue.reference(Reference(target ?? category.name))
      changes += found.map { $0.change([field: new], title: $0.fields[title]?.string ?? $0.name.rawValue) }
      if type == CatalogTable.categories.recordType { categories = found.count } else { feeds = found.count }
    }
  }
}
