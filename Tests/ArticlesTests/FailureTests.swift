import Articles
import Catalog
import CloudKitRecords
import CloudKitSchema
import SQLiteStore
import Synchronization
import TestEnvironment
import Testing

@Suite("Storing articles with failures")
struct FailureTests {
  private static let documents = Dictionary(
    uniqueKeysWithValues: (0..<5).map { feed in
      (
        "f\(feed)",
        rss((0..<40).map { item("\($0)", link: "https://f\(feed).example/\($0)", body: "text \(feed) \($0)") }.joined())
      )
    })

  private static func contents(_ stored: StoredArticles) async throws -> [Record] {
    try await stored.records().map { record in
      var record = record
      record.changeTag = nil
      record.created = nil
      record.modified = nil
      return record
    }
  }

  @Test("every seventh record is refused: it is named, its feed is not marked, and the next run completes")
  func refusals() async throws {
    var stored = try StoredArticles()
    stored.fault = { index, _ in index % 7 == 6 ? .refuse : nil }
    let summary = try await stored.update(Self.documents)
    #expect(summary.outcome.failed == 200 / 7 && summary.outcome.failures.count == 200 / 7)
    #expect(summary.created == 200 - 200 / 7)
    #expect(stored.feeds.values.allSatisfy { $0.articlesReadAt == nil })
    stored.fault = nil
    let again = try await stored.update(Self.documents, at: 0.1)
    #expect(again.created == 200 / 7 && again.unchanged == 200 - 200 / 7)
    #expect(stored.feeds.values.allSatisfy { $0.articlesReadAt != nil })
  }

  @Test("an article that is too large for the store is stored without its HTML and most of its text")
  func tooLarge() async throws {
    var stored = try StoredArticles()
    stored.fault = { _, operation in
      (operation.record[ArticleField.contentText.name]?.string?.count ?? 0) > 50_000 ? .tooLarge : nil
    }
    let long = String(repeating: "words ", count: 20_000)
    let summary = try await stored.update(["f0": rss(item("1", body: long) + item("2", body: "short"))])
    #expect(summary.created == 2 && summary.outcome.failed == 0)
    let article = try #require(try await stored.records().first { $0[ArticleField.guid.name] == .string("1") })
    let text = article[ArticleField.contentText.name]?.string ?? ""
    #expect(article[ArticleField.content.name] == nil && text.hasPrefix("words words") && text.count <= 20_000)
    #expect(try await stored.update(["f0": rss(item("1", body: long))], at: 7).outcome.written == 0)
  }

  @Test("a run that is killed at any request and repeated has the same result as one that is not")
  func kills() async throws {
    var whole = try StoredArticles()
    try await whole.update(Self.documents)
    let expected = try await Self.contents(whole)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<8 {
      var stored = try StoredArticles()
      let end = Int.random(in: 0..<250, using: &generator)
      stored.fault = { index, _ in index >= end ? .end : nil }
      _ = try? await stored.update(Self.documents)
      stored.fault = nil
      try await stored.update(Self.documents)
      #expect(try await Self.contents(stored) == expected, "\(end)")
    }
  }

  @Test("two runs at once store every article once")
  func concurrent() async throws {
    let stored = try StoredArticles()
    async let one = Self.run(stored)
    async let other = Self.run(stored)
    let failed = try await one + other
    #expect(failed == 0)
    #expect(try await stored.records().count == 200)
  }

  private static func run(_ stored: StoredArticles) async throws -> Int {
    var stored = stored
    return try await stored.update(documents).outcome.failed
  }

  @Test("an article that another run edits meanwhile is compared again")
  func conflicts() async throws {
    var stored = try StoredArticles()
    try await stored.update(["a": rss(item("1", body: "one"))])
    let other = stored
    stored.beforeWriting = {
      var other = other
      _ = try? await other.update(["a": rss(item("1", body: "two"))], at: 1)
    }
    let summary = try await stored.update(["a": rss(item("1", body: "two"))], at: 1)
    #expect(summary.outcome.settled == 1 && summary.outcome.failed == 0)
  }
}

/// A container whose operations fail as a test says.
struct FaultyStore: RecordStore {
  /// What happens instead of an operation.
  enum Fault {
    case refuse, tooLarge, end
  }

  let container: LocalContainer
  let fault: (@Sendable (Int, RecordOperation) -> Fault?)?
  let beforeWriting: (@Sendable () async -> Void)?
  private let done = Counter()

  private final class Counter: Sendable {
    let value = Mutex(0)
  }

  init(
    _ container: LocalContainer, fault: (@Sendable (Int, RecordOperation) -> Fault?)?,
    beforeWriting: (@Sendable () async -> Void)?
  ) {
    self.container = container
    self.fault = fault
    self.beforeWriting = beforeWriting
  }

  var requestsAtOnce: Int { 1 }

  func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
    try await container.query(query, after: cursor)
  }

  func lookup(
    _ names: [RecordName], desiredFields: [String]?
  ) async throws(RecordStoreError) -> [RecordName: Record] {
    try await container.lookup(names, desiredFields: desiredFields)
  }

  func modify(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult] {
    await beforeWriting?()
    guard let fault else { return try await container.modify(operations) }
    var results: [RecordResult] = []
    for operation in operations {
      let index = done.value.withLock { count in
        count += 1
        return count - 1
      }
      switch fault(index, operation) {
      case .refuse: results.append(.failed(operation.record.name, RecordError(.badRequest, "refused")))
      case .tooLarge: results.append(.failed(operation.record.name, RecordError(.limitExceeded, "too large")))
      case .end: throw .unavailable(reason: "killed")
      case nil: results += try await container.modify([operation])
      }
    }
    return results
  }

  func countByCreator(
    _ type: RecordType.Name, by field: String
  ) async throws(RecordStoreError) -> [FieldValue: CreatorCount] {
    try await container.countByCreator(type, by: field)
  }
}
