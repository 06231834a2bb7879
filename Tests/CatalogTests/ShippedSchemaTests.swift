import Catalog
import CloudKitRecords
import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview
import Testing

@Suite("The schemas that are shipped")
struct ShippedSchemaTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
      "schema")

  private static func document(_ name: String) throws -> SchemaDocument {
    let file = folder.appendingPathComponent("\(name).ckdb")
    return SchemaDocument(SourceText(name: file.lastPathComponent, bytes: Array(try Data(contentsOf: file))))
  }

  @Test("they have no mistake and no doubt", arguments: ["celestra", "celestrakit"])
  func valid(name: String) throws {
    #expect(try Self.document(name).diagnostics == [])
  }

  @Test(
    "they declare exactly the fields the records have",
    arguments: [("celestra", CatalogLayout.publicCatalog), ("celestrakit", .celestraKit)])
  func fields(name: String, layout: CatalogLayout) throws {
    let tables: [CatalogTable] = [.feeds, .metadata, .categories, .collections, .articles, .subscriptions]
    for table in tables {
      guard let recordType = table.type(in: layout) else { continue }
      let type = try #require(try Self.document(name).schema.recordType(named: recordType))
      let fields = type.fields.filter { SystemField(rawValue: $0.name) == nil }
      let columns = table.columns(in: layout)
      #expect(fields.map(\.name).sorted() == columns.names(in: layout).sorted())
      for column in columns {
        #expect(
          try type.field(named: #require(column.name(in: layout)))?.type == column.type(in: layout), "\(column.name)")
      }
    }
  }

  @Test("only Admin may write what all users read", arguments: ["celestra", "celestrakit"])
  func grants(name: String) throws {
    for type in try Self.document(name).schema.recordTypes {
      for grant in type.grants where grant.permissions.contains(.write) {
        #expect(grant.role == "Admin" || grant.role == SystemRole.creator.rawValue, "\(type.name) to \(grant.role)")
      }
    }
  }

  @Test("the types of private databases are declared, and the public database holds none of their records")
  func privateTypes() throws {
    let types = try Self.document("celestra").schema.recordTypes.filter { $0.name.hasPrefix("User") }
    #expect(types.map(\.name) == ["UserReadState", "UserStarred", "UserSubscription", "UserPreferences"])
    for type in types {
      #expect(type.grants.map { "\($0.permissions) \($0.role)" } == ["READ Admin"], "\(type.name)")
      // A reference cannot leave its database, and only a name may lead to an article or a feed.
      #expect(!type.fields.contains { SystemField(rawValue: $0.name) == nil && $0.type.primitive == .reference })
      // The content of articles stays in the public database (seed 000).
      #expect(!type.fields.contains { ["title", "content", "contentText", "excerpt"].contains($0.name) })
    }
  }

  /// A query as `schema/queries.json` declares it.
  private struct Declared: Decodable, CustomStringConvertible {
    struct Filter: Decodable {
      let field, comparator: String
    }

    struct Sort: Decodable {
      let field: String
    }

    let name, schema, recordType: String
    let filters: [Filter]?
    let sort: [Sort]?

    var description: String { name }
  }

  private struct Queries: Decodable {
    let queries: [Declared]
  }

  @Test("every declared query is served by the indexes")
  func queries() throws {
    let data = try Data(contentsOf: Self.folder.appendingPathComponent("queries.json"))
    let declared = try JSONDecoder().decode(Queries.self, from: data).queries
    #expect(declared.count >= 40)
    for query in declared {
      let schema = try Self.document(query.schema).schema
      let type = try #require(schema.recordType(named: query.recordType), "\(query)")
      let filters = try (query.filters ?? []).map { filter in
        let comparator = try #require(Filter.Comparator(rawValue: filter.comparator), "\(query)")
        let field = try #require(type.field(named: filter.field), "\(query)")
        return Filter(filter.field, comparator, Self.sample(of: field.type, for: comparator))
      }
      let sorts = (query.sort ?? []).map { Sort($0.field) }
      #expect(throws: Never.self, "\(query)") {
        try QueryRules(schema).check(Query(query.recordType, filters: filters, sorts: sorts))
      }
    }
  }

  /// A value that may stand beside the comparator.
  private static func sample(of type: FieldType, for comparator: Filter.Comparator) -> FieldValue {
    let scalar: FieldValue =
      switch type.primitive {
      case .string: .string("x")
      case .int64, .number: .int64(1)
      case .double: .double(1)
      case .timestamp: .timestamp(Timestamp(milliseconds: 0))
      case .reference: .reference(Reference("x"))
      case .bytes: .bytes([])
      case .location: .location(Location(latitude: 0, longitude: 0))
      case .asset: .asset(Asset(fileChecksum: "", size: 0))
      }
    return comparator.accepts(type, scalar) ? scalar : .list([scalar])
  }
}
