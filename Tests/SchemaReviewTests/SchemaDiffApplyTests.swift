import CloudKitSchema
import Diagnostics
import SchemaReview
import TestEnvironment
import Testing

@Suite("Applying differences, and likely renames")
struct SchemaDiffApplyTests {
  private static func schema(_ text: String) -> Schema {
    SchemaDocument(SourceText(name: "s", text: "DEFINE SCHEMA " + text)).schema
  }

  private static func isSame(_ lhs: Schema, _ rhs: Schema) -> Bool {
    lhs.declaringSystemFields.inExportOrder == rhs.declaringSystemFields.inExportOrder
  }

  @Test("applying the differences between real files turns one into the other")
  func corpus() {
    let schemas = SchemaCorpus.good.map { SchemaDocument($0.source).schema }
    for old in schemas {
      for new in schemas {
        #expect(Self.isSame(SchemaDiff(from: old, to: new).apply(to: old), new))
      }
      let none = SchemaDiff(from: old, to: old)
      #expect(none.changes.isEmpty && none.renames.isEmpty)
    }
  }

  @Test("applying the differences between generated schemas turns one into the other")
  func generated() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let old = Self.random(&random)
      let new = Self.random(&random)
      #expect(Self.isSame(SchemaDiff(from: old, to: new).apply(to: old), new))
      #expect(SchemaDiff(from: old, to: old).changes.isEmpty)
    }
  }

  private static func random(_ random: inout SeededGenerator) -> Schema {
    func some(_ names: [String]) -> [String] {
      names.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
    }
    let types: [FieldType] = [
      FieldType(.string), FieldType(.int64), .list(.string), FieldType(.bytes, isEncrypted: true),
    ]
    return Schema(
      roles: some(["Admin", "Editor", "Reader"]),
      recordTypes: some(["Article", "Feed", "Folder", "Tag"]).map { name in
        RecordType(
          name: name,
          fields: some(["a", "b", "c", "d", "___modTime", "___recordID"]).map { field in
            Field(
              name: field,
              type: SystemField(rawValue: field)?.type ?? types.randomElement(using: &random) ?? FieldType(.string),
              indexes: Indexes(rawValue: .random(in: 0...7, using: &random)))
          },
          grants: some(["_world", "_icloud", "Admin"]).map {
            Grant(role: $0, permissions: Permissions(rawValue: .random(in: 1...7, using: &random)))
          })
      })
  }

  @Test(
    "a removed and an added field of the same type with similar names are probably a rename",
    arguments: [
      ("pubDate TIMESTAMP", "publishedDate TIMESTAMP", true),
      ("fetchedAt TIMESTAMP SORTABLE", "fetchedTimestamp TIMESTAMP SORTABLE", true),
      ("titel STRING", "title STRING QUERYABLE", true),
      ("feed_url STRING", "feedURL STRING", true),
      ("pubDate TIMESTAMP", "publishedDate STRING", false),
      ("isActive INT64 QUERYABLE", "isFeatured INT64 QUERYABLE", false),
      ("title STRING", "summary STRING", false),
    ])
  func fields(old: String, new: String, isRename: Bool) {
    let diff = SchemaDiff(
      from: Self.schema("RECORD TYPE T (\(old), k INT64);"), to: Self.schema("RECORD TYPE T (\(new), k INT64);"))
    #expect(diff.changes.count == 2)
    #expect(diff.renames.count == (isRename ? 1 : 0))
  }

  @Test("a removed and an added record type with similar fields are probably a rename; each is paired once")
  func recordTypes() {
    let old = Self.schema(
      "RECORD TYPE Feed (url STRING, title STRING, score INT64); RECORD TYPE Tag (label STRING, order INT64);")
    let new = Self.schema(
      """
      RECORD TYPE PublicFeed (url STRING, title STRING, score INT64, extra STRING);
      RECORD TYPE Source (url STRING, title STRING, other DOUBLE);
      RECORD TYPE Word (name STRING, sort INT64);
      """)
    #expect(SchemaDiff(from: old, to: new).renames == [.recordType(from: "Feed", to: "PublicFeed")])
  }

  @Test("record types that share three of five fields are probably renamed, two of four are not")
  func sharedFields() {
    func renames(_ old: String, _ new: String) -> [LikelyRename] {
      SchemaDiff(from: Self.schema("RECORD TYPE Old (\(old));"), to: Self.schema("RECORD TYPE New (\(new));")).renames
    }
    let shared = "url STRING, title STRING, score INT64"
    #expect(renames("\(shared), a BYTES", "\(shared), b BYTES") == [.recordType(from: "Old", to: "New")])
    #expect(renames("url STRING, title STRING, a BYTES", "url STRING, title STRING, b BYTES") == [])
  }

  @Test("the search for renames takes time that grows with the number of changes alone")
  func renamesAreLinear() {
    func schema(_ count: Int, _ field: String) -> Schema {
      let fields = (0..<count).map { Field(name: "\(field)\($0)", type: FieldType(.string)) }
      let types = (0..<count).map {
        RecordType(name: RecordType.Name("\(field)\($0)"), fields: Array(fields.prefix(9)))
      }
      return Schema(recordTypes: [RecordType(name: "T", fields: fields)] + types)
    }
    let isLinear = TimeGrowth.isLinear(upTo: 2000) { count in
      _ = SchemaDiff(from: schema(count, "field"), to: schema(count, "fields")).renames
    }
    #expect(isLinear)
  }
}
