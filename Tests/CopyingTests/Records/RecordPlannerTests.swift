import CloudKitRecords
import CloudKitSchema
import Copying
import SQLiteStore
import TestEnvironment
import Testing

@Suite("Plans for records")
struct RecordPlannerTests {
  private static func store(_ records: [Record]) async throws -> LocalContainer {
    let store = try LocalContainer.inMemory(schema: Sample.schema) { Timestamp(milliseconds: 1) }
    for result in try await store.modify(records.map { RecordOperation(.create, $0) }) { #expect(result.error == nil) }
    return store
  }

  private static func plan(
    _ entries: [RecordEntry], in store: any RecordStore, _ scope: RecordPlanner.Scope = .all
  ) async throws -> RecordPlan {
    var plan = RecordPlan()
    try await RecordPlanner(store, Sample.schema).replace(with: entries, scope, adding: &plan)
    return plan
  }

  @Test("an update sets what differs and clears what an entry does not state")
  func replace() async throws {
    let store = try await Self.store([
      Record(type: "Sample", name: "a", fields: ["text": .string("A"), "integer": .int64(1), "plain": .string("x")]),
      Record(type: "Sample", name: "b", fields: ["text": .string("B")]),
    ])
    let plan = try await Self.plan(
      [
        RecordEntry(Record(type: "Sample", name: "a", fields: ["text": .string("A+"), "integer": .int64(1)])),
        RecordEntry(Record(type: "Sample", name: "b", fields: ["text": .string("B")])),
        RecordEntry(Record(type: "Sample", name: "c")),
      ], in: store)
    #expect(plan.unchanged == 1)
    #expect(plan.changes.map(\.operation.kind) == [.update, .create])
    #expect(plan.changes.first?.operation.record.fields == ["text": .string("A+")])
    #expect(plan.changes.first?.operation.cleared == ["plain"])
    #expect(plan.changes.first?.operation.record.changeTag != nil)
    #expect(plan.changes.first?.before == ["text": .string("A"), "plain": .string("x")])
  }

  @Test("a file that an entry states can stay as it is, but not be written")
  func files() async throws {
    let own = FieldValue.asset(Asset(fileChecksum: "AQ==", size: 1))
    let other = FieldValue.asset(Asset(fileChecksum: "Ag==", size: 1))
    let store = try await Self.store(
      ["a", "b"].map { Record(type: "Sample", name: RecordName($0), fields: ["asset": own]) })
    let plan = try await Self.plan(
      [
        RecordEntry(Record(type: "Sample", name: "a", fields: ["asset": own, "text": .string("A")])),
        RecordEntry(Record(type: "Sample", name: "b", fields: ["asset": other])),
        RecordEntry(Record(type: "Sample", name: "c", fields: ["asset": own])),
      ], in: store)
    #expect(plan.changes.map(\.operation.record.fields) == [["text": .string("A")]])
    #expect(plan.changes.first?.operation.cleared == [])
    #expect(plan.problems.map(\.recordName) == ["b", "c"])
  }

  @Test("texts that look alike but have other scalars differ")
  func normalization() async throws {
    let store = try await Self.store([Record(type: "Sample", name: "a", fields: ["text": .string("\u{E9}")])])
    let entry = RecordEntry(Record(type: "Sample", name: "a", fields: ["text": .string("e\u{301}")]))
    #expect(try await Self.plan([entry], in: store).changes.count == 1)
  }

  @Test("scopes leave existing or missing records as they are")
  func scopes() async throws {
    let store = try await Self.store([Record(type: "Sample", name: "a", fields: ["text": .string("A")])])
    let entries = ["a", "b"].map { RecordEntry(Record(type: "Sample", name: RecordName($0))) }
    let missing = try await Self.plan(entries, in: store, .missing)
    #expect(missing.changes.map(\.recordName) == ["b"] && missing.skipped == 1)
    let existing = try await Self.plan(entries, in: store, .existing)
    #expect(existing.changes.map(\.recordName) == ["a"] && existing.skipped == 1)
  }

  @Test("a stated change tag that is no longer current, or of a deleted record, is a problem")
  func tags() async throws {
    let store = try await Self.store([Record(type: "Sample", name: "a", fields: ["text": .string("A")])])
    let entries = ["a", "b"].map {
      RecordEntry(Record(type: "Sample", name: RecordName($0), changeTag: "zzz", fields: ["text": .string("B")]))
    }
    let plan = try await Self.plan(entries, in: store)
    #expect(plan.changes.isEmpty)
    #expect(
      plan.problems.map { "\($0.recordName): \($0.reason)" } == [
        "a: it has changed since its change tag was read; read it again",
        "b: the record with the stated change tag was deleted",
      ])
  }

  @Test("no update is lost: a record that another writer changes after planning keeps the other value")
  func concurrentWriter() async throws {
    var random = SeededGenerator(seed: 23)
    for _ in 0..<Damage.iterations(200, cost: 10) {
      let names = (0..<4).map { RecordName("r\($0)") }
      let store = try await Self.store(names.map { Record(type: "Sample", name: $0, fields: ["integer": .int64(0)]) })
      let entries = names.map { RecordEntry(Record(type: "Sample", name: $0, fields: ["integer": .int64(1)])) }
      let plan = try await Self.plan(entries, in: store)
      let others = names.filter { _ in Bool.random(using: &random) }
      for name in others {
        _ = try await store.modify([
          RecordOperation(.forceUpdate, Record(type: "Sample", name: name, fields: ["integer": .int64(2)]))
        ])
      }
      var run = ChangeRun(to: store)
      try await run.apply(plan.changes)
      #expect(run.outcome.failed == others.count && run.outcome.updated == names.count - others.count)
      let stored = try await store.lookup(names, desiredFields: nil)
      for name in names { #expect(stored[name]?["integer"] == .int64(others.contains(name) ? 2 : 1)) }
    }
  }
}

@Suite("Deletions that CloudKit makes itself")
struct DeletionCascadeTests {
  @Test("take what refers to a deleted record with DELETE_SELF, and nothing that so refers to others alone")
  func cascade() async throws {
    let name = Field(name: "___recordID", type: FieldType(.reference), indexes: .queryable)
    let links = Field(name: "links", type: .list(.reference), indexes: .queryable)
    let schema = Schema(recordTypes: [RecordType(name: "Page", fields: [name, links])])
    let store = try LocalContainer.inMemory(schema: schema) { Timestamp(milliseconds: 1) }
    func page(_ name: RecordName, _ references: Reference...) -> RecordOperation {
      RecordOperation(
        .create, Record(type: "Page", name: name, fields: ["links": .list(references.map { .reference($0) })]))
    }
    let results = try await store.modify([
      page("doomed"), page("other"), page("linked", Reference("doomed")),
      page("owned", Reference("doomed", action: .deleteSelf), Reference("other", action: .deleteSelf)),
      page("mixed", Reference("doomed"), Reference("other", action: .deleteSelf)),
      page("below", Reference("owned", action: .deleteSelf)),
    ])
    #expect(results.allSatisfy { $0.error == nil })
    let doomed = try await store.lookup(["doomed"], desiredFields: nil)
    let cascade = try await DeletionCascade(deleting: Array(doomed.values), in: store, schema)
    #expect(cascade.records.map(\.name) == ["owned", "below"])
    #expect(cascade.counts == ["doomed": 1, "owned": 1])
  }
}

@Suite("Assignments of fields")
struct RecordAssignmentTests {
  @Test(
    "an argument with '=' after the name of a field is an assignment",
    arguments: [
      ("title=x", true), ("title=", true), ("a_1==", true), ("a-b=x", false), ("1=x", false), ("title", false),
    ])
  func recognition(argument: String, isAssignment: Bool) {
    #expect(RecordAssignment.isAssignment(argument) == isAssignment)
  }

  @Test("values keep everything after the first '=', and are read by the type")
  func values() throws {
    let values = try RecordAssignment(["text= a=b\n", "integers=[1,2]", "texts="], clearing: ["plain"])
      .values(for: Sample.type)
    #expect(
      values.fields == ["text": .string(" a=b\n"), "integers": .list([.int64(1), .int64(2)]), "texts": .list([])])
    #expect(values.cleared == ["plain"])
    for assignment in ["none=1", "___etag=x", "asset=x"] {
      #expect(throws: RequestMistake.self) { try RecordAssignment([assignment], clearing: []).values(for: Sample.type) }
    }
  }

  @Test("the text of a value is read back as the same value")
  func texts() throws {
    var random = SeededGenerator(seed: 31)
    for field in Sample.type.fields where field.type.primitive != .asset && !field.name.hasPrefix("___") {
      for _ in 0..<200 {
        guard let value = RandomRecord.value(field.type, &random) else { continue }
        // ISO 8601 has the years 1 to 9999.
        let years: Range<Int64> = -62_135_596_800_000..<253_402_300_800_000
        let isFar = (value.list ?? [value]).contains { $0.timestamp.map { !years.contains($0.milliseconds) } ?? false }
        if isFar { continue }
        if case .list(let members) = value, members.isEmpty { continue }
        let read = try? FieldValue(value.plainText, for: field)
        #expect(read.map { value.isIdentical(to: $0) } == true, "\(field.name): \(value) \(value.plainText)")
      }
    }
  }
}
