import CloudKitRecords
import CloudKitSchema
import Foundation
import GRDB
import SQLiteStore
import Testing

@Suite("A container and another schema")
struct MigrationTests {
  private static let title = Field(name: "title", type: FieldType(.string))
  private static let tags = Field(name: "tags", type: .list(.string))
  private static let old = Schema.notes([title, tags])

  /// Calls `body` with the path of a container of the old schema with two records.
  private func withOldContainer(_ body: (String) async throws -> Void) async throws {
    try await withFolder { folder in
      let path = folder + "/c.sqlite"
      do {
        let store = try LocalContainer.open(path, Self.old)
        _ = try await store.modify([
          RecordOperation(
            .create,
            Record(type: "Note", name: "a", fields: ["title": .string("Milk"), "tags": .strings(["food", "food"])])),
          RecordOperation(.create, Record(type: "Note", name: "b")),
        ])
      }
      try await body(path)
    }
  }

  @Test("new types, fields and indexes are added, and filled from the records that are there")
  func additions() async throws {
    try await withOldContainer { path in
      var new = Schema.notes([
        Field(name: "title", type: FieldType(.string), indexes: [.queryable, .searchable]),
        Field(name: "tags", type: .list(.string), indexes: [.queryable, .searchable]),
        Field(name: "folder", type: FieldType(.reference), indexes: .queryable),
        Field(name: "links", type: .list(.reference)),
      ])
      new.roles = ["Admin"]
      new.recordTypes.append(RecordType(name: "Folder", grants: [Grant(role: "Admin", permissions: .write)]))
      let store = try LocalContainer.open(path, new)
      _ = try await store.modify([
        RecordOperation(.create, Record(type: "Folder", name: "f")),
        RecordOperation(
          .forceUpdate,
          Record(type: "Note", name: "b", fields: ["folder": .reference(Reference("f", action: .deleteSelf))])),
      ])
      for filter in [
        Filter("title", .equals, .string("Milk")), Filter("title", .containsAllTokens, .string("milk")),
        Filter("tags", .listContains, .string("food")), Filter("tags", .containsAllTokens, .string("food")),
      ] {
        #expect(try await store.query(Query("Note", filters: [filter]), after: nil).records.map(\.name) == ["a"])
      }
      _ = try await store.modify([RecordOperation(.forceDelete, Record(type: "Folder", name: "f"))])
      #expect(try await store.query(Query("Note"), after: nil).records.map(\.name) == ["a"])
      #expect(try LocalContainer.openForReading(path).schema == new)
    }
  }

  @Test("a container brought to a schema is laid out as one made from it")
  func sameLayout() async throws {
    try await withOldContainer { path in
      let new = Schema.notes([
        Field(name: "title", type: FieldType(.string), indexes: [.searchable, .sortable]), Self.tags,
        Field(name: "links", type: .list(.reference), indexes: .queryable),
      ])
      _ = try LocalContainer.open(path, new)
      // Back again: indexes go as they came. The field that was added has to stay.
      let back = Schema.notes([Self.title, Self.tags, Field(name: "links", type: .list(.reference))])
      _ = try LocalContainer.open(path, back)
      _ = try LocalContainer.open(path + "2", back)
      let (changed, made) = (try await objects(path), try await objects(path + "2"))
      #expect(changed == made)
    }
  }

  /// The names of everything in a file.
  private func objects(_ path: String) async throws -> [String] {
    try await database(path).read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema ORDER BY name") }
  }

  @Test("a schema that would lose data is refused with each loss, and the file is as it was")
  func losses() async throws {
    try await withOldContainer { path in
      let before = try Data(contentsOf: URL(filePath: path))
      let less = Schema.notes([Field(name: "tags", type: .list(.int64))])
      for (schema, losses) in [
        (
          less,
          ["field 'Note.title' is gone", "field 'Note.tags' is LIST<INT64>, was LIST<STRING>"]
        ), (Schema(), ["record type 'Note' is gone"]),
      ] {
        let error = #expect(throws: LocalContainerError.self) { try LocalContainer.open(path, schema) }
        #expect(error?.cause == .losesData(losses))
      }
      let error = #expect(throws: LocalContainerError.self) { try LocalContainer.open(path, less) }
      #expect(
        error?.description == """
          cannot migrate container '\(path)' to the schema, data would be lost:
            - field 'Note.title' is gone
            - field 'Note.tags' is LIST<INT64>, was LIST<STRING>
          use a schema that keeps them, or a new container
          """)
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
  }

  @Test("opening with the schema it has writes nothing, and leaves no file beside it")
  func unchanged() async throws {
    try await withOldContainer { path in
      let before = try Data(contentsOf: URL(filePath: path))
      do {
        let store = try LocalContainer.open(path, Self.old)
        #expect(try await store.query(Query("Note"), after: nil).records.count == 2)
        let refused = Record(type: "Note", name: "a")
        #expect(try await store.modify([RecordOperation(.create, refused)]).first?.error?.code == .conflict)
      }
      _ = try LocalContainer.openForReading(path)
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
      let folder = (path as NSString).deletingLastPathComponent
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["c.sqlite"])
    }
  }

  @Test("change tags go on where they were when a container is opened again")
  func changeTags() async throws {
    try await withOldContainer { path in
      let store = try LocalContainer.open(path, Self.old)
      #expect(
        try await store.modify([RecordOperation(.forceUpdate, Record(type: "Note", name: "a"))])
          == [.saved("a", changeTag: "3")])
    }
  }

  @Test("two containers on one file see each other's changes")
  func twoAtOnce() async throws {
    try await withOldContainer { path in
      let stores = [
        try LocalContainer.open(path, Self.old, patience: 900), try LocalContainer.open(path, Self.old, patience: 900),
      ]
      try await withThrowingTaskGroup(of: [RecordResult].self) { group in
        for (index, store) in stores.enumerated() {
          for batch in 0..<20 {
            let operations = (0..<10).map { item in
              RecordOperation(.create, Record(type: "Note", name: RecordName("n\(index)-\(batch)-\(item)")))
            }
            group.addTask { try await store.modify(operations) }
          }
        }
        var tags: Set<String> = []
        for try await results in group {
          for case .saved(_, let tag) in results { tags.insert(tag) }
        }
        #expect(tags.count == 400)
      }
      #expect(try await stores[0].count("Note", by: "title") == [.string("Milk"): 1])
    }
  }
}
