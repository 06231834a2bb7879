import CloudKitRecords
import CloudKitSchema
import GRDB
import SQLiteStore
import Testing

@Suite("Whose values repeat, by the index of creators")
struct CreatorIndexTests {
  private static func schema(readBy role: String) -> Schema {
    Schema(recordTypes: [
      RecordType(
        name: "Note",
        fields: [
          Field(name: "___recordID", type: FieldType(.reference), indexes: .queryable),
          Field(name: "___createdBy", type: FieldType(.reference), indexes: .queryable),
          Field(name: "text", type: FieldType(.string), indexes: [.queryable, .sortable]),
        ], grants: [Grant(role: role, permissions: [.read])])
    ])
  }

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

  private static func indexes(_ path: String) async throws -> [String] {
    try await database(path).read {
      try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema WHERE type = 'index' AND name LIKE 'Note.text%'")
    }
  }

  @Test(
    "the counts are those of SQL, with the index and without",
    arguments: [("_creator", true), ("_creator", false), ("_world", false)])
  func counts(role: String, hasIndex: Bool) async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      let store = try LocalContainer.open(path, Self.schema(readBy: role))
      #expect(
        try await Self.indexes(path) == ["Note.text:index"] + (role == "_creator" ? ["Note.text:creator"] : []))
      let expected = try await database(path).write { database in
        try database.execute(sql: Self.records)
        if !hasIndex { try database.execute(sql: #"DROP INDEX IF EXISTS "Note.text:creator""#) }
        return try String.fetchAll(database, sql: Self.expected)
      }
      let counts = try await store.countByCreator("Note", by: "text")
      #expect(expected.count == 14)
      #expect(
        counts.map { "\($0.key.string ?? "") \($0.value.records) \($0.value.repeats)" }.sorted() == expected.sorted())
    }
  }

  @Test("bytes where a text should be are the error they are without the index")
  func misfit() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      let store = try LocalContainer.open(path, Self.schema(readBy: "_creator"))
      #expect(try await store.countByCreator("Note", by: "text").isEmpty)
      try await database(path).write {
        try $0.execute(sql: Self.records)
        try $0.execute(sql: "UPDATE Note SET text = x'00' WHERE ___recordID = 'n5'")
      }
      await #expect(throws: RecordStoreError.self) { try await store.countByCreator("Note", by: "text") }
    }
  }

  @Test("a container made before there was the index is opened, and its schema can change")
  func older() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      _ = try LocalContainer.open(path, Self.schema(readBy: "_creator"))
      try await database(path).write { try $0.execute(sql: #"DROP INDEX "Note.text:creator""#) }
      _ = try LocalContainer.open(path, Self.schema(readBy: "_world"))
      #expect(try await Self.indexes(path) == ["Note.text:index"])
      _ = try LocalContainer.open(path, Self.schema(readBy: "_creator"))
      #expect(try await Self.indexes(path) == ["Note.text:index", "Note.text:creator"])
    }
  }
}
