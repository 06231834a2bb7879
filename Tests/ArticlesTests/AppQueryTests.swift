import Articles
import Catalog
import CloudKitRecords
import Foundation
import TestEnvironment
import Testing

@Suite("Queries of the app")
struct AppQueryTests {
  /// A query as `schema/queries.json` declares it.
  private struct Declared: Decodable, Equatable {
    struct Filter: Decodable, Equatable {
      let field, comparator: String
    }

    struct Sort: Decodable, Equatable {
      let field, order: String
    }

    let name, schema, recordType: String
    let usedBy: [String]
    let filters: [Filter]
    let sort: [Sort]
  }

  private struct Manifest: Decodable {
    let queries: [Declared]
  }

  private static func declared() throws -> [Declared] {
    let file = TestEnvironment.root.appending(path: "schema/queries.json")
    return try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: file)).queries
  }

  @Test(
    "each is exactly the query that the manifest declares for the layout, and the manifest names this tool",
    arguments: [(CatalogLayout.publicCatalog, "celestra"), (.celestraKit, "celestrakit")])
  func manifest(layout: CatalogLayout, schema: String) throws {
    let declared = Dictionary(
      try Self.declared().filter { $0.schema == schema }.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for query in AppQuery.all {
      let values = [FieldValue](repeating: .int64(1), count: 9)
      guard let built = query.query(values, in: layout) else {
        #expect(!query.layouts.contains(layout), "\(query.name)")
        #expect(declared[query.name] == nil, "\(query.name) is declared, but not made")
        continue
      }
      let expected = try #require(declared[query.name], "\(query.name) is not declared")
      #expect(built.recordType == expected.recordType, "\(query.name)")
      let filters = built.filters.map { Declared.Filter(field: $0.field, comparator: $0.comparator.rawValue) }
      #expect(filters == expected.filters, "\(query.name)")
      let sorts = built.sorts.map { Declared.Sort(field: $0.field, order: $0.ascending ? "ascending" : "descending") }
      #expect(sorts == expected.sort, "\(query.name)")
      #expect(expected.usedBy.contains("celestra-admin"), "\(query.name)")
    }
  }

  @Test("every query has its own name")
  func names() { #expect(Set(AppQuery.all.map(\.name)).count == AppQuery.all.count) }

  @Test("the documents list every query beside its command")
  func documents() throws {
    let file = TestEnvironment.root.appending(path: ".github/docs/app-reads.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    for query in AppQuery.all { #expect(text.contains("`\(query.name)`"), "\(query.name)") }
  }
}
