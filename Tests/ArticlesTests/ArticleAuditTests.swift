import Articles
import Catalog
import CloudKitRecords
import SQLiteStore
import Testing

@Suite("Auditing articles")
struct ArticleAuditTests {
  @Test("the newer of two articles with one identifier is deleted, whatever else is wrong with it")
  func duplicates() async throws {
    var stored = try StoredArticles()
    let feed = Record(type: stored.layout.feedType, name: "a", fields: ["title": .string("A")])
    _ = try await stored.container.modify([RecordOperation(.create, feed)])
    try await stored.update(["a": rss(item("1", body: "one"), item("2", body: "two"))])
    let copies = try await stored.records().map { record in
      let fields = record.fields.filter { $0.key != ArticleField.expiresAt.name }
      return Record(type: record.type, name: RecordName("copy-\(record.name)"), fields: fields)
    }
    _ = try await stored.container.modify(copies.map { RecordOperation(.create, $0) })
    let audit = try await ArticleAudit(stored.reader, settings: stored.settings, asOf: StoredArticles.start)
    #expect(audit.counts[.missingExpiry] == 2 && audit.counts[.duplicateGUID] == 2)
    #expect(audit.fixes.map(\.recordName) == copies.map(\.name).sorted())
    #expect(audit.fixes.allSatisfy { $0.operation.kind.isDelete })
  }
}
