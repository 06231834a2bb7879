import CloudKitRecords
import TestEnvironment
import Testing

@Suite("Applying planned changes")
struct ChangeRunTests {
  private typealias Names = Set<RecordName>

  /// Records to begin with and a random plan of creates, updates and deletes of them, in three types.
  private static func scenario(_ seed: UInt64) -> (records: [Record], changes: [PlannedChange]) {
    var random = SeededGenerator(seed: seed)
    var records: [Record] = []
    var changes: [PlannedChange] = []
    for type in ["A", "B", "C"] {
      for index in 0..<Int.random(in: 0...900, using: &random) {
        let name = RecordName("\(type)\(index)")
        let large = Int.random(in: 0..<50, using: &random) == 0
        let text = String(repeating: "\u{1}", count: large ? 200_000 : 3)
        let existing = Record(type: type, name: name, changeTag: "t\(index)", fields: ["old": .int64(1)])
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          let record = Record(type: type, name: name, fields: ["new": .string(text)])
          changes.append(PlannedChange(RecordOperation(.create, record), file: "\(type).json"))
        case 1:
          records.append(existing)
          changes.append(existing.change(["new": .string(text)], clearing: ["old"]))
        case 2:
          records.append(existing)
          changes.append(existing.deletion())
        default: records.append(existing)
        }
      }
    }
    return (records, changes)
  }

  /// The fields of the records after all changes, without tags.
  private static func expected(_ records: [Record], _ changes: [PlannedChange]) -> [RecordName: RecordFields] {
    var fields = Dictionary(uniqueKeysWithValues: records.map { ($0.name, $0.fields) })
    for change in changes {
      if change.operation.kind.isDelete {
        fields[change.recordName] = nil
      } else {
        fields[change.recordName, default: [:]].merge(change.operation.record.fields) { $1 }
        for field in change.operation.cleared { fields[change.recordName]?[field] = nil }
      }
    }
    return fields
  }

  /// Plans changes again as a planner does that knows what it wants.
  private static func replan(in store: MemoryStore) -> ChangeRun.Replan {
    { (conflicts) async throws(RecordStoreError) in
      let existing = try await store.lookup(conflicts.map(\.recordName), desiredFields: nil)
      return conflicts.map { change in
        guard let record = existing[change.recordName] else {
          return PlannedChange(
            RecordOperation(
              .create,
              Record(
                type: change.recordType, name: change.recordName, fields: change.operation.record.fields)))
        }
        return record.change(change.operation.record.fields, clearing: change.operation.cleared)
      }
    }
  }

  @Test(
    "any plan, however requests are refused, leaves what one clean run leaves", arguments: 1...12 as ClosedRange<UInt64>
  )
  func anyPlan(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed &* 977)
    let (records, changes) = Self.scenario(seed)
    let limit = seed % 3 == 0 ? Int.max : Int.random(in: 1...200, using: &random)
    let store = MemoryStore(
      records, requestsAtOnce: Int.random(in: 1...8, using: &random), operationLimit: limit)
    var run = ChangeRun(to: store)
    if seed % 2 == 0 {
      try await run.apply(changes)
    } else {
      try await run.apply(replan: Self.replan(in: store)) { (add) throws(RecordStoreError) in
        for change in changes { try await add([change]) }
      }
    }
    #expect(await store.records.mapValues(\.fields) == Self.expected(records, changes))
    #expect(run.outcome.failed == 0 && run.outcome.done == changes.count && run.outcome.planned == changes.count)
    #expect(run.outcome.deleted == changes.deletions)
    #expect(run.outcome.counts(ofType: "B").written == changes.count { $0.recordType == "B" })
    #expect(run.outcome.counts(ofFile: "A.json").created == changes.count { $0.file == "A.json" })
    #expect(await store.mostUnderWay <= store.requestsAtOnce)
    for request in await store.requests {
      #expect(request.count <= min(limit, RecordLimits.operationsPerRequest))
      let size = request.reduce(0) { $0 + $1.requestSize }
      #expect(request.count == 1 || size <= RecordLimits.bytesPerRequest)
    }
  }

  @Test("records that another writer changed are planned again once", arguments: 1...6 as ClosedRange<UInt64>)
  func conflicts(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed &* 31)
    let (records, all) = Self.scenario(seed)
    let changes = all.filter { !$0.operation.kind.isDelete }
    let contested = Names(changes.map(\.recordName).filter { _ in Bool.random(using: &random) })
    let store = MemoryStore(records, contested: contested)
    var run = ChangeRun(to: store)
    try await run.apply(changes, replan: Self.replan(in: store))
    var expected = Self.expected(records, changes)
    for name in contested { expected[name]?["other"] = .int64(1) }
    #expect(await store.records.mapValues(\.fields) == expected)
    #expect(run.outcome.conflicts == contested.count && run.outcome.failed == 0)
    #expect(run.outcome.done == changes.count)
  }

  @Test("without a planner a conflict is a failure, and a record that is deleted already is no failure")
  func noReplan() async throws {
    let record = Record(type: "A", name: "a", changeTag: "1")
    let gone = Record(type: "A", name: "b", changeTag: "1")
    let store = MemoryStore([record, gone], contested: ["a", "b"])
    var run = ChangeRun(to: store)
    try await run.apply([record.change(["x": .int64(1)], title: "A"), gone.deletion()])
    #expect(run.outcome.deleted == 1 && run.outcome.failed == 1)
    #expect(run.outcome.failures.map(\.description) == ["A A: conflict (CONFLICT)"])
  }

  @Test("a conflict is planned again, and not amended")
  func notAmended() async throws {
    let record = Record(type: "A", name: "a", changeTag: "1")
    let store = MemoryStore([record], contested: ["a"])
    var run = ChangeRun(to: store)
    let amend: ChangeRun.Amend = { change, _ in change.recordName == "a" ? record.deletion() : nil }
    try await run.apply(replan: Self.replan(in: store), amend: amend) { (add) throws(RecordStoreError) in
      try await add([record.change(["x": .int64(1)])])
    }
    #expect(run.outcome.updated == 1 && run.outcome.deleted == 0)
  }

  @Test("what refers to a record that could not be created is not written; what refers to an existing one is")
  func dependents() async throws {
    func change(_ type: String, _ name: RecordName, to target: RecordName? = nil) -> PlannedChange {
      let fields: RecordFields = target.map { ["x": .reference(Reference($0))] } ?? [:]
      return PlannedChange(RecordOperation(.create, Record(type: type, name: name, fields: fields)))
    }
    let store = MemoryStore([Record(type: "A", name: "there")], invalid: ["bad"])
    var run = ChangeRun(to: store)
    try await run.apply([
      change("A", "bad"), change("A", "there"), change("B", "b", to: "bad"), change("B", "c", to: "there"),
      change("C", "d", to: "b"),
    ])
    #expect(await Set(store.records.keys) == ["there", "c"])
    #expect(run.outcome.failures.map(\.recordName) == ["bad", "there", "b", "d"])
    #expect(run.outcome.failures.last?.error.description == "it refers to 'b', which was not created (NOT_FOUND)")
  }

  @Test("a change that is no longer needed counts as settled")
  func settled() async throws {
    let record = Record(type: "A", name: "a", changeTag: "1")
    var run = ChangeRun(to: MemoryStore([record], contested: ["a"]))
    try await run.apply([record.change(["x": .int64(1)])], replan: { _ in [] })
    #expect(run.outcome.settled == 1 && run.outcome.conflicts == 1 && run.outcome.written == 0)
  }

  @Test("a record that fails is counted, and the others are written")
  func invalid() async throws {
    let changes = (0..<500).map {
      PlannedChange(RecordOperation(.create, Record(type: "A", name: RecordName("\($0)"))))
    }
    let store = MemoryStore(invalid: ["7", "300"])
    var run = ChangeRun(to: store)
    try await run.apply(changes)
    #expect(run.outcome.created == 498)
    #expect(Set(run.outcome.failures.map(\.recordName)) == ["7", "300"])
  }

  @Test("a record that no request can hold fails alone")
  func tooLarge() async throws {
    let changes = (0..<5).map { PlannedChange(RecordOperation(.create, Record(type: "A", name: RecordName("\($0)")))) }
    var run = ChangeRun(to: MemoryStore(operationLimit: 0))
    try await run.apply(changes)
    #expect(run.outcome.failures.map(\.error.code) == Array(repeating: .limitExceeded, count: 5))
  }

  @Test("what other records refer to is written before them, and deletions come after")
  func ordered() async throws {
    let names = (0..<1000).map { RecordName("\($0)") }
    let creations = ["A", "B"].flatMap { type in
      names.map { PlannedChange(RecordOperation(.create, Record(type: type, name: RecordName("\(type)\($0)")))) }
    }
    let old = names.map { Record(type: "B", name: $0, changeTag: "1") }
    let store = MemoryStore(old, requestsAtOnce: 8)
    var run = ChangeRun(to: store)
    try await run.apply(creations + old.map { $0.deletion() })
    let kinds = await store.requests.map { "\($0[0].kind) \($0[0].record.type)" }
    #expect(
      kinds == ["create A", "create B", "delete B"].flatMap { Array(repeating: $0, count: 5) })
  }

  @Test("if a change fails, nothing is deleted, and a record that another refers to is deleted after it")
  func deletingLast() async throws {
    let old = ["x", "y"].map { Record(type: "A", name: RecordName($0), changeTag: "1") }
    let creation = PlannedChange(RecordOperation(.create, Record(type: "A", name: "a")))
    let store = MemoryStore(old, invalid: ["a"])
    var run = ChangeRun(to: store)
    try await run.applyDeletingLast(old.map { $0.deletion() } + [creation])
    #expect(run.outcome.failed == 1 && run.outcome.deleted == 0 && run.outcome.kept.count == 2)
    var deletion = ChangeRun(to: store)
    try await deletion.applyDeletingLast(old.map { $0.deletion() })
    #expect(deletion.outcome.deleted == 2 && deletion.outcome.kept.count == 0)
  }

  @Test("a cancelled run stops at a request, and resumed it finishes", arguments: 1...6 as ClosedRange<UInt64>)
  func cancelled(seed: UInt64) async throws {
    let (records, changes) = Self.scenario(seed)
    let stop = Int(seed % 4)
    let store = MemoryStore(records, requestsAtOnce: 2)
    let outcome = try await Task {
      var run = ChangeRun(to: store)
      try await run.apply(
        changes, progress: { done in if done > stop * 200 { withUnsafeCurrentTask { $0?.cancel() } } })
      return run.outcome
    }.value
    let check = try await ChangePlanCheck(changes, in: store)
    #expect(check.conflicts.isEmpty && check.done.count == outcome.written)
    #expect(outcome.wasStopped == (outcome.done < changes.count))
    var rest = ChangeRun(to: store)
    try await rest.apply(check.pending)
    #expect(rest.outcome.done == changes.count - outcome.done)
    #expect(await store.records.mapValues(\.fields) == Self.expected(records, changes))
  }

  @Test("a store that cannot go on ends the run, and what other requests wrote is counted")
  func unavailable() async throws {
    let changes = (0..<2000).map {
      PlannedChange(RecordOperation(.create, Record(type: "A", name: RecordName("\($0)"))))
    }
    let store = MemoryStore { (number) throws(RecordStoreError) in
      if number >= 5 { throw .unavailable(reason: "gone") }
    }
    var run = ChangeRun(to: store)
    await #expect(throws: RecordStoreError.unavailable(reason: "gone")) { try await run.apply(changes) }
    let written = await store.records.count
    #expect(run.outcome.created == written && written >= 1000)
    #expect(!run.outcome.wasStopped)
  }

  @Test("a dry run counts changes and asks the store for nothing")
  func dryRun() async throws {
    let store = MemoryStore()
    var run = ChangeRun(to: store, isDryRun: true)
    try await run.apply([PlannedChange(RecordOperation(.create, Record(type: "A", name: "a")))])
    #expect(run.outcome.planned == 1 && run.outcome.done == 0)
    #expect(await store.requests.isEmpty)
  }

  @Test("of a run over a large catalog the first 1,000 failures are kept, of a plan all of them")
  func failuresKept() async throws {
    let changes = (0..<1500).map {
      PlannedChange(RecordOperation(.create, Record(type: "A", name: RecordName("\($0)"))))
    }
    let store = MemoryStore(invalid: Names(changes.map(\.recordName)))
    var run = ChangeRun(to: store)
    let replan: ChangeRun.Replan = { $0 }
    try await run.apply(replan: replan) { (add) throws(RecordStoreError) in try await add(changes) }
    #expect(run.outcome.failed == 1500 && run.outcome.failures.count == ChangeRun.failuresKept)
    var plan = ChangeRun(to: store)
    try await plan.apply(changes)
    #expect(plan.outcome.failures.count == 1500)
  }
}
