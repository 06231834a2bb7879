import CloudKitRecords
import CloudKitSchema
import Copying
import Foundation
import SQLiteStore
import TestEnvironment
import Testing

@Suite("Differences of containers")
struct ContainerDifferenceTests {
  private static func difference(
    _ old: any RecordStore, _ new: any RecordStore, _ types: [ComparedType] = [SmallContainer.pages],
    schemas: (old: Schema, new: Schema) = (SmallContainer.schema, SmallContainer.schema), limit: Int = 100
  ) async throws -> ContainerDifference {
    try await ContainerDifference(
      types, from: old, to: new, schemas: schemas, ignoresEmptyLists: false, limit: limit)
  }

  @Test("new, changed and gone records are counted and named, with both values of each changed field")
  func kinds() async throws {
    let old = try await SmallContainer.with([
      SmallContainer.page("a", ["title": .string("A"), "rank": .int64(1), "tags": .strings(["x"])]),
      SmallContainer.page("b", ["title": .string("B")]), SmallContainer.page("c"),
    ])
    let new = try await SmallContainer.with([
      SmallContainer.page("a", ["title": .string("A+"), "rank": .int64(1)]),
      SmallContainer.page("b", ["title": .string("B")]), SmallContainer.page("d"),
    ])
    let difference = try await Self.difference(old, new)
    let counts = try #require(difference.counts["Page"])
    #expect("\(counts.new) \(counts.changed) \(counts.gone) \(counts.same)" == "1 1 1 1")
    #expect(counts.fields == ["title": 1, "tags": 1])
    #expect(difference.differing == 3 && !difference.isEmpty)
    #expect(
      difference.records.map { "\($0.kind) \($0.recordName) \($0.fields.map(\.field))" }
        == ["changed a [\"tags\", \"title\"]", "new d []", "gone c []"])
    #expect(difference.records.first?.fields.last?.old == .string("A"))
    #expect(difference.records.first?.fields.last?.new == .string("A+"))
    #expect(try await Self.difference(old, old).isEmpty)
    #expect(try await Self.difference(old, new, limit: 1).records.count == 1)
    let titles = ComparedType("Page", fields: ["title"])
    #expect(try await Self.difference(old, new, [titles]).counts["Page"]?.fields == ["title": 1])
  }

  @Test("a type that only one container has is new or gone as a whole, and another type of a name is a change")
  func types() async throws {
    let topics = ComparedType("Topic", fields: ["name"])
    let without = Schema(recordTypes: SmallContainer.schema.recordTypes.filter { $0.name != "Topic" })
    let with = try await SmallContainer.with([Record(type: "Topic", name: "t"), Record(type: "Topic", name: "u")])
    let empty = try await SmallContainer.with([], schema: without)
    let new = try await Self.difference(empty, with, [topics], schemas: (without, SmallContainer.schema))
    #expect(new.counts["Topic"]?.new == 2)
    let gone = try await Self.difference(with, empty, [topics], schemas: (SmallContainer.schema, without))
    #expect(gone.counts["Topic"]?.gone == 2)
    let other = try await SmallContainer.with([SmallContainer.page("t")])
    let changed = try await Self.difference(with, other, [SmallContainer.pages])
    #expect(changed.records.map(\.otherType) == ["Topic"])
  }

  // MARK: sqldiff

  /// Records of pages that are random, but often equal in two containers.
  private static func pages(_ random: inout SeededGenerator) -> [RecordName: RecordFields] {
    var pages: [RecordName: RecordFields] = [:]
    for index in 0..<Int.random(in: 0...30, using: &random) {
      pages[RecordName("p\(index)")] = fields(&random)
    }
    return pages
  }

  private static func fields(_ random: inout SeededGenerator) -> RecordFields {
    var fields: RecordFields = [:]
    let titles = ["A", "B", "é", "e\u{301}", "", "it's"]
    if Bool.random(using: &random) { fields["title"] = .string(titles.randomElement(using: &random) ?? "") }
    if Bool.random(using: &random) { fields["rank"] = .int64(.random(in: 0...2, using: &random)) }
    if Bool.random(using: &random) {
      let action = Reference.Action.allCases.randomElement(using: &random) ?? .none
      fields["topic"] = .reference(Reference("t", action: action == .validate ? .none : action))
    }
    if Bool.random(using: &random) {
      fields["tags"] = .strings((0..<Int.random(in: 0...2, using: &random)).map { "t\($0)" })
    }
    return fields
  }

  /// Returns two sets of pages: the second has some of the first, some changed, and others.
  private static func pair(seed: UInt64) -> (old: [Record], new: [Record]) {
    var random = SeededGenerator(seed: seed)
    let old = pages(&random)
    var new = old
    for name in old.keys.sorted() {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: new[name] = nil
      case 1, 2: new[name] = fields(&random)
      default: break
      }
    }
    for (name, fields) in pages(&random).sorted(by: { $0.key < $1.key }).prefix(10) {
      new[RecordName("n" + name.rawValue)] = fields
    }
    func records(_ pages: [RecordName: RecordFields]) -> [Record] {
      pages.sorted { $0.key < $1.key }.map { Record(type: "Page", name: $0.key, fields: $0.value) }
    }
    return (records(old), records(new))
  }

  private static func counts(seed: UInt64) async throws -> String {
    let (old, new) = pair(seed: seed)
    let difference = try await difference(
      try await SmallContainer.with(old), try await SmallContainer.with(new), limit: 0)
    let counts = try #require(difference.counts["Page"])
    return "\(counts.changed) \(counts.new) \(counts.gone) \(counts.same)"
  }

  @Test("the counts of 500 random pairs equal those that 'sqldiff --summary' gave, system columns aside")
  func samples() async throws {
    #expect(SqldiffSamples.counts.count == 500)
    for (seed, counts) in SqldiffSamples.counts.enumerated() {
      #expect(try await Self.counts(seed: UInt64(seed)) == counts, "pair \(seed)")
    }
  }

  @Test(
    "'sqldiff --summary' still gives these counts for files of the 500 pairs",
    .enabled(if: TestEnvironment.comparesPeers && TestProgram("sqldiff") != nil && TestProgram("sqlite3") != nil))
  func sqldiff() async throws {
    let sqldiff = try #require(TestProgram("sqldiff"))
    let sqlite = try #require(TestProgram("sqlite3"))
    let folder = FileManager.default.temporaryDirectory.appending(path: "diff-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var found: [String] = []
    for seed in UInt64(0)..<500 {
      let (old, new) = Self.pair(seed: seed)
      for (name, records) in [("a", old), ("b", new)] {
        let path = folder.appending(path: "\(seed)\(name)").path
        let container = try LocalContainer.open(path, schema: SmallContainer.schema) { Timestamp(milliseconds: 1) }
        for result in try await container.modify(records.map { RecordOperation(.create, $0) }) {
          #expect(result.error == nil)
        }
        let plain = """
          ATTACH '\(path)' AS c;
          CREATE TABLE Page(name TEXT PRIMARY KEY, title, rank, topic, action, tags);
          INSERT INTO Page SELECT ___recordID, title, rank, topic, "topic:action", tags FROM c.Page;
          """
        #expect(try sqlite.run(["\(path).plain", plain]).status == 0)
      }
      let out = try sqldiff.run(
        ["--primarykey", "--summary", "\(seed)a.plain", "\(seed)b.plain"], in: folder
      ).out
      // `Page: 1 changes, 2 inserts, 3 deletes, 4 unchanged`
      found.append(
        out.split(separator: ":").last?.split(whereSeparator: { !$0.isNumber }).joined(separator: " ") ?? "")
    }
    #expect(found == SqldiffSamples.counts)
  }
}
