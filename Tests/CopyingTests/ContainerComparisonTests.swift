import CloudKitRecords
import CloudKitSchema
import Copying
import SQLiteStore
import Testing

@Suite("Comparing containers")
struct ContainerComparisonTests {
  /// The differences and the operation of each compared record, and the names that only the target has.
  private static func compare(
    _ source: [Record], _ target: [Record], type: ComparedType = SmallContainer.pages, ignoresEmptyLists: Bool = false
  ) async throws -> (differences: [String: RecordComparison.Difference], operations: [RecordOperation], extra: [String])
  {
    let comparison = ContainerComparison(
      of: try await SmallContainer.with(source), with: try await SmallContainer.with(target),
      ignoresEmptyLists: ignoresEmptyLists)
    var seen = Set<RecordName>()
    var found: [RecordComparison] = []
    try await comparison.forEachPage(of: type, where: { seen.insert($0).inserted }, { found += $0 })
    var extra: [String] = []
    try await comparison.forEachExtraPage(of: type, besides: seen) { extra += $0.map(\.name.rawValue) }
    let differences = Dictionary(uniqueKeysWithValues: found.map { ($0.source.name.rawValue, $0.difference) })
    return (differences, found.compactMap(\.operation), extra.sorted())
  }

  @Test("a record is new, changed in named fields, equal, of another type, or only in the target")
  func differences() async throws {
    let found = try await Self.compare(
      [
        SmallContainer.page("new", ["title": .string("New")]),
        SmallContainer.page("changed", ["title": .string("A"), "rank": .int64(1)]),
        SmallContainer.page("same", ["title": .string("S")]), SmallContainer.page("other"),
      ],
      [
        SmallContainer.page("changed", ["title": .string("B"), "topic": .reference(Reference("t"))]),
        SmallContainer.page("same", ["title": .string("S")]), Record(type: "Topic", name: "other"),
        SmallContainer.page("extra"),
      ])
    #expect(
      found.differences == [
        "new": .new, "changed": .changed(["rank", "title", "topic"]), "same": .same, "other": .otherType("Topic"),
      ])
    #expect(found.extra == ["extra"])
    let update = try #require(found.operations.first { $0.kind == .update })
    #expect(update.record.fields == ["title": .string("A"), "rank": .int64(1)] && update.cleared == ["topic"])
    #expect(update.record.changeTag != nil)
    let create = try #require(found.operations.first { $0.kind == .create })
    #expect(create.record.fields == ["title": .string("New")] && create.record.changeTag == nil)
    #expect(found.operations.count == 2)
  }

  @Test("only the selected fields are compared and written")
  func selection() async throws {
    let type = ComparedType("Page", fields: ["title"])
    let found = try await Self.compare(
      [
        SmallContainer.page("a", ["title": .string("A"), "rank": .int64(1)]),
        SmallContainer.page("b", ["title": .string("B"), "rank": .int64(1)]),
      ], [SmallContainer.page("b", ["title": .string("B"), "rank": .int64(2)])], type: type)
    #expect(found.differences == ["a": .new, "b": .same])
    #expect(found.operations.map(\.record.fields) == [["title": .string("A")]])
  }

  @Test("an empty list equals a missing value only where a server may drop empty lists", arguments: [true, false])
  func emptyLists(ignores: Bool) async throws {
    let found = try await Self.compare(
      [SmallContainer.page("a", ["tags": .list([])])], [SmallContainer.page("a")], ignoresEmptyLists: ignores)
    #expect(found.differences == ["a": ignores ? .same : .changed(["tags"])])
  }

  @Test("pages of any number of records are compared completely", arguments: [0, 1, 199, 200, 201, 650])
  func pages(count: Int) async throws {
    let source = (0..<count).map { SmallContainer.page("p\($0)", ["rank": .int64(Int64($0))]) }
    let target = (0..<count).map { SmallContainer.page("p\($0 * 2)", ["rank": .int64(Int64($0 * 2))]) }
    let found = try await Self.compare(source, target)
    let even = (0..<count).filter { $0 % 2 == 0 }.count
    #expect(found.differences.values.count { $0 == .same } == even)
    #expect(found.differences.values.count { $0 == .new } == count - even)
    #expect(found.extra.count == count - even)
  }

  @Test("a local container lists the records of a type without an index for it")
  func unlistable() async throws {
    let container = try await SmallContainer.with([Record(type: "Secret", name: "s")])
    await #expect(throws: RecordStoreError.self) { try await container.query(Query("Secret"), after: nil) }
    #expect(try await container.listingAllTypes.query(Query("Secret"), after: nil).records.map(\.name) == ["s"])
    await #expect(throws: RecordStoreError.self) {
      try await container.listingAllTypes.query(
        Query("Secret", filters: [Filter("text", .equals, .string("x"))]), after: nil)
    }
  }
}
