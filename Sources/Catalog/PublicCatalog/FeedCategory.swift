package import CloudKitRecords
package import CloudKitSchema

/// A category of the taxonomy.
///
/// Source: seed 000, Record Type FeedCategory.
package struct FeedCategory: CatalogRecord {
  /// The fields of the record type, by the names a schema gives them.
  package enum Field: String, CaseIterable, Sendable {
    case name, slug, icon, color, sortOrder, parentCategory, description
  }

  package static let recordType: RecordType.Name = "FeedCategory"

  package var recordName: RecordName
  package var changeTag: String?
  /// The name to show.
  package var name: String
  /// The identifier in URLs; also the record name.
  package var slug: String
  /// The name of an SF Symbol.
  package var icon: String?
  /// Such as `#007AFF`.
  package var color: String?
  /// Smallest first.
  package var sortOrder: Int?
  /// The category it belongs to.
  package var parentCategory: RecordName?
  /// What it is about.
  package var description: String?

  /// A record of what it cannot be without.
  package init(recordName: RecordName, name: String, slug: String) {
    self.recordName = recordName
    self.name = name
    self.slug = slug
  }

  package init(record: Record) throws(RecordDecodingError) {
    let fields = try FieldReader<Self>(record)
    recordName = record.name
    changeTag = record.changeTag
    name = try fields.required(.name, fields.string)
    slug = try fields.required(.slug, fields.string)
    icon = try fields.string(.icon)
    color = try fields.string(.color)
    sortOrder = try fields.integer(.sortOrder)
    parentCategory = try fields.reference(.parentCategory)
    description = try fields.string(.description)
  }

  package var fields: RecordFields {
    var fields = FieldWriter<Self>()
    fields.set(.name, name)
    fields.set(.slug, slug)
    fields.set(.icon, icon)
    fields.set(.color, color)
    fields.set(.sortOrder, sortOrder)
    fields.set(.parentCategory, parentCategory)
    fields.set(.description, description)
    return fields.values
  }
}
