import CloudKitRecords
import CloudKitSchema
import GRDB
import SQLiteStore
import Testing

@Suite("Whose values repeat")
struct RepeatedValueTests {
  private static let schema = Schema.notes([
    Field(name: "___createdBy", type: FieldType(.reference), indexes: .queryable),
    Field(name: "text", type: FieldType(.string), indexes: [.queryable, .sortable]),
  ])

  /// Notes of few texts by few users, some without a user, and a few names of every length.
  private static let records = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO Note (___recordID, ___createTime, ___createdBy, ___modTime, ___etag, text)
    SELECT 'n' || i, 0, CASE i % 7 WHEN 0 THEN NULL WHEN 1 THEN printf('%.*c', i % 400, 'x')
      ELSE '_user' || (i * 7919 % 211) END, 0, 'x', CASE i % 11 WHEN 0 THEN NULL WHEN 1 THEN '' ELSE 'text' || (i % 13) END
    FROM n
    """

  private static let expected = """
    SELECT text || ' ' || count(*) || ' ' || (count(nullif(___createdBy, ''))
      - count(DISTINCT nullif(___createdBy, ''))) FROM Note WHERE text IS NOT NULL GROUP BY text
    """

  @Test("the counts are those of SQL")
  func counts() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      let store = try LocalContainer.open(path, Self.schema)
      let expected = try await database(path).write { database in
        try database.execute(sql: Self.records)
        return try String.fetchAll(database, sql: Self.expected)
      }
      let counts = try await store.countByCreator("Note", by: "text")
      #expect(expected.count == 14)
      #expect(
        counts.map { "\($0.key.string ?? "") \($0.value.records) \($0.value.repeats)" }.sorted() == expected.sorted())
    }
  }

  @Test("bytes where a text should be are an error")
  func misfit() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      let store = try LocalContainer.open(path, Self.schema)
      #expect(try await store.countByCreator("Note", by: "text").isEmpty)
      try await database(path).write {
        try $0.execute(sql: Self.records)
        try $0.execute(sql: "UPDATE Note SET text = x'00' WHERE ___recordID = 'n5'")
      }
      await #expect(throws: RecordStoreError.self) { try await store.countByCreator("Note", by: "text") }
    }
  }
}
