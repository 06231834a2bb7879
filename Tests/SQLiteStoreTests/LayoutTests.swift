import CloudKitRecords
import CloudKitSchema
import GRDB
import SQLiteStore
import Testing

@Suite("What is in the file")
struct LayoutTests {
  private static let schema = Schema.notes([
    Field(name: "___modTime", type: FieldType(.timestamp), indexes: .sortable),
    Field(name: "title", type: FieldType(.string), indexes: [.queryable, .searchable, .sortable]),
    Field(name: "stars", type: FieldType(.int64), indexes: .sortable),
    Field(name: "folder", type: FieldType(.reference), indexes: .queryable),
    Field(name: "number", type: FieldType(.number, preferredNumber: .double)),
    Field(name: "tags", type: .list(.string), indexes: .queryable),
    Field(name: "links", type: .list(.reference)),
  ])

  @Test("a container is ordinary SQL")
  func definition() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      _ = try LocalContainer.open(path, Self.schema)
      let sql = try await database(path).read { database in
        try String.fetchAll(
          database,
          sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'Note:search\\_%' ESCAPE '\\'")
      }
      #expect(sql.joined(separator: "\n") == Self.definition)
    }
  }

  @Test("a person can read and change records with SQL, and what is derived follows")
  func editing() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      let store = try LocalContainer.open(path, Self.schema)
      let fields: RecordFields = [
        "title": .string("Milk and honey"), "stars": .int64(5),
        "folder": .reference(Reference("f", action: .deleteSelf)),
        "tags": .strings(["food", "list"]), "links": .list([.reference(Reference("x"))]),
      ]
      _ = try await store.modify([
        RecordOperation(.create, Record(type: "Note", name: "f")),
        RecordOperation(.create, Record(type: "Note", name: "a", fields: fields)),
      ])
      let other = try database(path)
      let row = try other.read { database in
        try Row.fetchOne(
          database, sql: "SELECT title, stars, folder, \"folder:action\", tags, links FROM Note WHERE ___recordID = 'a'"
        )
      }
      #expect(
        row == [
          "title": "Milk and honey", "stars": 5, "folder": "f", "folder:action": "DELETE_SELF",
          "tags": "[\"food\",\"list\"]", "links": "[\"x\"]",
        ])
      try await other.write { database in
        try database.execute(
          sql: """
            UPDATE Note SET tags = '["drink", "list", "list"]', title = 'Beer' WHERE ___recordID = 'a';
            INSERT INTO Note (___recordID, ___createTime, ___modTime, ___etag, tags)
            VALUES ('b', 1, 1, 'b', '["drink"]');
            """)
      }
      for (filter, expected) in [
        (Filter("tags", .listContains, .string("food")), []),
        (Filter("tags", .listContains, .string("drink")), ["a", "b"]),
        (Filter("title", .containsAllTokens, .string("milk")), []),
        (Filter("title", .containsAllTokens, .string("beer")), ["a"]),
      ] as [(Filter, [RecordName])] {
        #expect(try await store.query(Query("Note", filters: [filter]), after: nil).records.map(\.name) == expected)
      }
    }
  }

  @Test("what a field's type does not allow is an error that says where")
  func misfits() async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      let store = try LocalContainer.open(path, Self.schema)
      _ = try await store.modify([RecordOperation(.create, Record(type: "Note", name: "a"))])
      for (assignment, found) in [
        ("stars = 'five'", "field 'stars' of record 'a' holds text, not INT64"),
        ("stars = 1.5", "field 'stars' of record 'a' holds the number 1.5, not INT64"),
        ("stars = NULL, tags = '{}'", "field 'tags' of record 'a' holds other text, not LIST<STRING>"),
        ("tags = NULL, title = x'00'", "field 'title' of record 'a' holds bytes, not STRING"),
      ] {
        try await database(path).write { try $0.execute(sql: "UPDATE Note SET \(assignment)") }
        await #expect(
          throws: RecordStoreError.malformedReply(reason: "\(found); fix or clear it in the container")
        ) { try await store.lookup(["a"], desiredFields: nil) }
      }
    }
  }

  private static let definition = """
    CREATE TABLE "___container" (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID
    CREATE TABLE "Note" (
      "___rowid" INTEGER PRIMARY KEY,
      "___recordID" TEXT NOT NULL UNIQUE,
      "___createTime" INTEGER NOT NULL,
      "___createdBy" TEXT,
      "___modTime" INTEGER NOT NULL,
      "___modifiedBy" TEXT,
      "___etag" TEXT NOT NULL,
      "title" TEXT,
      "stars" INTEGER,
      "folder" TEXT,
      "folder:action" TEXT,
      "number",
      "tags" TEXT,
      "links" TEXT
    )
    CREATE INDEX "Note.___modTime:index" ON "Note" ("___modTime")
    CREATE INDEX "Note.title:index" ON "Note" ("title")
    CREATE INDEX "Note.stars:index" ON "Note" ("stars")
    CREATE INDEX "Note.folder:index" ON "Note" ("folder")
    CREATE INDEX "Note.folder:action" ON "Note" ("folder") WHERE "folder:action" IS NOT NULL
    CREATE TABLE "Note.tags" (
      "value" TEXT NOT NULL,
      "record" INTEGER NOT NULL,
      PRIMARY KEY ("value", "record")
    ) WITHOUT ROWID
    CREATE TRIGGER "Note.tags:insert" AFTER INSERT ON "Note" WHEN NEW."tags" IS NOT NULL BEGIN
      INSERT OR IGNORE INTO "Note.tags"
        SELECT value, NEW."___rowid" FROM json_each(NEW."tags");
    END
    CREATE TRIGGER "Note.tags:update" AFTER UPDATE OF "tags" ON "Note" WHEN OLD."tags" IS NOT NEW."tags" BEGIN
      DELETE FROM "Note.tags" WHERE "record" = OLD."___rowid" AND "value" IN (
          SELECT value FROM json_each(OLD."tags"));
      INSERT OR IGNORE INTO "Note.tags"
        SELECT value, NEW."___rowid" FROM json_each(NEW."tags");
    END
    CREATE TRIGGER "Note.tags:delete" AFTER DELETE ON "Note" WHEN OLD."tags" IS NOT NULL BEGIN
      DELETE FROM "Note.tags" WHERE "record" = OLD."___rowid" AND "value" IN (
          SELECT value FROM json_each(OLD."tags"));
    END
    CREATE TABLE "Note.links" (
      "value" TEXT NOT NULL,
      "record" INTEGER NOT NULL,
      "action" TEXT,
      PRIMARY KEY ("value", "record")
    ) WITHOUT ROWID
    CREATE TRIGGER "Note.links:insert" AFTER INSERT ON "Note" WHEN NEW."links" IS NOT NULL BEGIN
      INSERT INTO "Note.links"
        SELECT iif(type = 'object', json_extract(value, '$.recordName'), value), NEW."___rowid",
          max(iif(type = 'object', json_extract(value, '$.action'), NULL))
        FROM json_each(NEW."links") GROUP BY 1, 2;
    END
    CREATE TRIGGER "Note.links:update" AFTER UPDATE OF "links" ON "Note" WHEN OLD."links" IS NOT NEW."links" BEGIN
      DELETE FROM "Note.links" WHERE "record" = OLD."___rowid" AND "value" IN (
          SELECT iif(type = 'object', json_extract(value, '$.recordName'), value) FROM json_each(OLD."links"));
      INSERT INTO "Note.links"
        SELECT iif(type = 'object', json_extract(value, '$.recordName'), value), NEW."___rowid",
          max(iif(type = 'object', json_extract(value, '$.action'), NULL))
        FROM json_each(NEW."links") GROUP BY 1, 2;
    END
    CREATE TRIGGER "Note.links:delete" AFTER DELETE ON "Note" WHEN OLD."links" IS NOT NULL BEGIN
      DELETE FROM "Note.links" WHERE "record" = OLD."___rowid" AND "value" IN (
          SELECT iif(type = 'object', json_extract(value, '$.recordName'), value) FROM json_each(OLD."links"));
    END
    CREATE VIRTUAL TABLE "Note:search" USING fts5(
      "title",
      content="Note", content_rowid="___rowid", columnsize=0, tokenize=unicode61)
    CREATE TRIGGER "Note:search:insert" AFTER INSERT ON "Note" BEGIN
      INSERT INTO "Note:search" (rowid, "title")
        SELECT NEW."___rowid", NEW."title"
        WHERE NEW."title" IS NOT NULL;
    END
    CREATE TRIGGER "Note:search:update" AFTER UPDATE OF "title" ON "Note" WHEN OLD."title" IS NOT NEW."title" BEGIN
      INSERT INTO "Note:search" ("Note:search", rowid, "title")
        SELECT 'delete', OLD."___rowid", OLD."title"
        WHERE OLD."title" IS NOT NULL;
      INSERT INTO "Note:search" (rowid, "title")
        SELECT NEW."___rowid", NEW."title"
        WHERE NEW."title" IS NOT NULL;
    END
    CREATE TRIGGER "Note:search:delete" AFTER DELETE ON "Note" BEGIN
      INSERT INTO "Note:search" ("Note:search", rowid, "title")
        SELECT 'delete', OLD."___rowid", OLD."title"
        WHERE OLD."title" IS NOT NULL;
    END
    """
}
