package import CloudKitRecords
package import CloudKitSchema

/// A record type of the catalog and its fields.
package struct CatalogTable: Sendable {
  package let recordType: RecordType.Name
  /// The name of the record type in `celestraKit`; `nil` if that layout lacks the record type.
  package let kitType: RecordType.Name?
  /// The fields, in the order of seed files and exports.
  package let fields: [CatalogField]
  package let curated: [CatalogField]
  package let curatedNames: [String]

  private init(_ recordType: RecordType.Name, kit: RecordType.Name?, _ fields: [CatalogField]) {
    self.recordType = recordType
    self.kitType = kit
    self.fields = fields
    curated = fields.filter { $0.owner == .curator }
    curatedNames = curated.map(\.name)
  }

  package static let feeds = CatalogTable("PublicFeed", kit: "Feed", FeedField.all)
  /// Measurements of feeds. In `celestraKit` they are fields of the feed's record.
  package static let metadata = CatalogTable("FeedMetadata", kit: nil, MetadataField.all)
  package static let categories = CatalogTable("FeedCategory", kit: nil, CategoryField.all)
  package static let collections = CatalogTable("FeedCollection", kit: nil, CollectionField.all)
  package static let articles = CatalogTable("PublicArticle", kit: "Article", ArticleField.all)
  /// Subscriptions, used only for counting: CloudKit exposes the creator of a record.
  package static let subscriptions = CatalogTable(
    "FeedSubscription", kit: "FeedSubscription", [SubscriptionField.feedRecordName])

  /// `nil` if the layout lacks the record type.
  package func type(in layout: CatalogLayout) -> RecordType.Name? { layout == .publicCatalog ? recordType : kitType }

  package func columns(in layout: CatalogLayout) -> [CatalogField] {
    let isWhole = layout == .celestraKit && recordType == Self.feeds.recordType
    return (isWhole ? fields + Self.metadata.fields : fields).filter { $0.name(in: layout) != nil }
  }

  /// Returns the fields that curators and editing commands set, by record type.
  package static func editorialFields(in layout: CatalogLayout) -> [RecordType.Name: Set<String>] {
    let tables: [CatalogTable] = [.categories, .feeds, .collections]
    return Dictionary(
      tables.compactMap { table in
        table.type(in: layout).map { type in
          let owned = table.columns(in: layout).filter { [.curator, .writer].contains($0.owner) }
          return (type, Set(owned.names(in: layout)))
        }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns why a record is invalid, or `nil` if it is valid: a required field has no value, or a value has the wrong
  /// type.
  package func problem(of record: Record, in layout: CatalogLayout) -> RecordDecodingError? {
    let reader = FieldReader(record, in: layout)
    do throws(RecordDecodingError) {
      for field in columns(in: layout) where try reader.value(field) == nil && field.isRequired {
        throw reader.missing(field)
      }
      return nil
    } catch { return error }
  }
}
