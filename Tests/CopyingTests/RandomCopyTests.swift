import CloudKitRecords
import CloudKitSchema
import Copying
import SQLiteStore
import TestEnvironment
import Testing

@Suite("Copies of random containers")
struct RandomCopyTests {
  private static let types = [ComparedType("Topic", fields: ["name"]), SmallContainer.pages]

  /// Returns records with names from a small pool.
  private static func records(_ random: inout SeededGenerator, share: Double) -> [Record] {
    (0..<14).compactMap { index in
      guard Double.random(in: 0..<1, using: &random) < share else { return nil }
      let name = RecordName("r\(index)")
      if index < 4 { return Record(type: "Topic", name: name, fields: ["name": .string("\(random.next() % 2)")]) }
      var fields: RecordFields = ["rank": .int64(Int64(random.next() % 3))]
      if random.next() % 3 == 0 { fields["topic"] = .reference(Reference(RecordName("r\(random.next() % 6)"))) }
      if random.next() % 3 == 0 { fields["tags"] = .strings(["\u{E9}", "e\u{301}"].shuffled(using: &random)) }
      return Record(type: "Page", name: name, fields: fields)
    }
  }

  private static func contents(of container: LocalContainer) async throws -> [RecordName: RecordFields] {
    var contents: [RecordName: RecordFields] = [:]
    for type in types {
      try await container.forEachPage(of: Query(type.name)) {
        for record in $0 { contents[record.name] = record.fields }
      }
    }
    return contents
  }

  @Test("nothing is deleted unless everything was copied, and nothing that the source still has")
  func triples() async throws {
    for seed in 0..<UInt64(Damage.iterations(150, cost: 100)) {
      var random = SeededGenerator(seed: seed)
      let all = Self.records(&random, share: seed % 7 == 0 ? 0 : 0.7)
      let a = try await SmallContainer.with(all)
      let b = try await SmallContainer.with(Self.records(&random, share: 0.7))
      // The index does not have the newest records yet.
      let late = try await SmallContainer.with(all.filter { _ in seed % 2 == 0 || random.next() % 4 != 0 })
      let failures = seed % 3 == 0 ? 0.08 : 0
      let target = TroubledStore(b, failures: failures, seed: seed)
      let source = TroubledStore(a, index: late, failures: failures / 4, seed: seed + 1)
      var copy = ContainerCopy(
        of: Self.types, from: source, to: target, schema: SmallContainer.schema, ignoresEmptyLists: false)
      var planned: Set<RecordName> = []
      var isThrown = false
      do {
        try await copy.runPass()
        let pruning = try await copy.findExtra(schema: SmallContainer.schema)
        planned = Set(pruning.changes.map(\.recordName))
        if copy.result.total(\.failed) > 0 { #expect(planned.isEmpty, "seed \(seed)") }
        try await copy.delete(pruning, in: target)
      } catch { isThrown = true }
      #expect(Set(target.deleted).isSubset(of: planned), "seed \(seed)")
      let kept = try await a.lookup(target.deleted, desiredFields: [])
      #expect(kept.isEmpty, "seed \(seed): deleted \(kept.keys), which the source has")
      if !isThrown, copy.result.total(\.failed) == 0, seed % 2 == 0 {
        let (source, target) = try await (Self.contents(of: a), Self.contents(of: b))
        #expect(Set(source.keys) == Set(target.keys), "seed \(seed)")
        #expect(
          source.allSatisfy { name, fields in
            fields.allSatisfy { field in target[name]?[field.key]?.isIdentical(to: field.value) == true }
          }, "seed \(seed)")
        var again = ContainerCopy(
          of: Self.types, from: a, to: b, schema: SmallContainer.schema, ignoresEmptyLists: false)
        try await again.runPass()
        #expect(again.result.planned == 0 && again.result.total(\.same) == source.count, "seed \(seed)")
      }
    }
  }

  @Test("a value that another writer stores during the copy is never overwritten")
  func rival() async throws {
    for seed in 0..<UInt64(Damage.iterations(80, cost: 100)) {
      var random = SeededGenerator(seed: seed)
      let a = try await SmallContainer.with(Self.records(&random, share: 0.9))
      let b = try await SmallContainer.with(Self.records(&random, share: 0.7))
      let target = TroubledStore(b, hasRival: true, seed: seed)
      var copy = ContainerCopy(
        of: Self.types, from: a, to: target, schema: SmallContainer.schema, ignoresEmptyLists: false)
      try await copy.runPass()
      let rivals = target.rivalValues
      let stored = try await b.lookup(Array(rivals.keys), desiredFields: nil)
      for (name, value) in rivals { #expect(stored[name]?["rank"] == .int64(value), "seed \(seed): \(name)") }
      let conflicts = copy.result.failures.values.flatMap(\.self)
      #expect(Set(conflicts.map(\.recordName)) == Set(rivals.keys), "seed \(seed)")
      #expect(conflicts.allSatisfy { $0.error.code == .conflict }, "seed \(seed)")
    }
  }

  @Test("a record that the source gains after the comparison is found before anything is deleted")
  func reappearance() async throws {
    let a = try await SmallContainer.with([SmallContainer.page("a")])
    let b = try await SmallContainer.with(["a", "late", "gone"].map { SmallContainer.page($0) })
    var copy = ContainerCopy(
      of: Self.types, from: a, to: b, schema: SmallContainer.schema, ignoresEmptyLists: false)
    try await copy.runPass()
    let pruning = try await copy.findExtra(schema: SmallContainer.schema)
    #expect(pruning.changes.map(\.recordName) == ["late", "gone"])
    _ = try await a.modify([RecordOperation(.create, SmallContainer.page("late"))])
    #expect(try await copy.conflicts(of: pruning.changes).map(\.change.recordName) == ["late"])
  }

  @Test("records with VALIDATE references are created after their targets, and deleted before them")
  func validation() async throws {
    let chain = (0..<450).map { index in
      SmallContainer.page(
        "p\(index)", index == 0 ? [:] : ["topic": .reference(Reference(RecordName("p\(index - 1)"), action: .validate))]
      )
    }
    let a = try await SmallContainer.with(chain)
    let reversed = try await SmallContainer.with([])
    for record in chain.reversed() {
      var record = record
      record.fields["topic"] = nil
      _ = try await reversed.modify([RecordOperation(.create, record)])
    }
    // The source lists the records with references before their targets.
    let b = try await SmallContainer.with([])
    let source = TroubledStore(a, index: reversed)
    var copy = ContainerCopy(
      of: [SmallContainer.pages], from: source, to: b, schema: SmallContainer.schema, ignoresEmptyLists: false)
    try await copy.runPass()
    #expect(copy.result.total(\.failed) == 0 && copy.result.total(\.created) == 450)
    let empty = try await SmallContainer.with([])
    var emptying = ContainerCopy(
      of: [SmallContainer.pages], from: empty, to: b, schema: SmallContainer.schema, ignoresEmptyLists: false)
    try await emptying.runPass()
    try await emptying.delete(try await emptying.findExtra(schema: SmallContainer.schema), in: b)
    #expect(emptying.result.total(\.deleted) == 450 && emptying.result.total(\.failed) == 0)
  }

  @Test("dangling references are counted once per missing record, and not if either container has the record")
  func dangling() async throws {
    func page(_ name: String, _ target: String) -> Record {
      SmallContainer.page(name, ["topic": .reference(Reference(RecordName(target)))])
    }
    let a = try await SmallContainer.with([
      page("a", "gone"), page("b", "gone"), page("c", "later"), page("later", "t"),
    ])
    let b = try await SmallContainer.with([Record(type: "Topic", name: "t")])
    var copy = ContainerCopy(
      of: [SmallContainer.pages], from: a, to: b, schema: SmallContainer.schema, ignoresEmptyLists: false)
    try await copy.runPass()
    #expect(copy.result.danglingReferences == 1 && copy.result.danglingExamples == ["gone"])
    #expect(copy.result.total(\.created) == 4)
  }

  @Test("a dry run changes nothing, and plans what a run does")
  func dryRun() async throws {
    var random = SeededGenerator(seed: 7)
    let a = try await SmallContainer.with(Self.records(&random, share: 0.9))
    let b = try await SmallContainer.with(Self.records(&random, share: 0.9))
    let before = try await Self.contents(of: b)
    var dry = ContainerCopy(
      of: Self.types, from: a, to: b, schema: SmallContainer.schema, ignoresEmptyLists: false, isDryRun: true)
    var planned: [RecordName] = []
    try await dry.runPass { changes, _ in planned += changes.map(\.recordName) }
    #expect(try await Self.contents(of: b) == before)
    var run = ContainerCopy(
      of: Self.types, from: a, to: b, schema: SmallContainer.schema, ignoresEmptyLists: false)
    try await run.runPass()
    #expect(run.result.total(\.created) + run.result.total(\.updated) == planned.count && !planned.isEmpty)
    #expect(Set(planned).count == planned.count)
  }

  @Test("the records that CloudKit would delete along are counted before anything is deleted")
  func cascades() async throws {
    let pages = (0..<3).map { index in
      SmallContainer.page("p\(index)", ["topic": .reference(Reference("t", action: .deleteSelf))])
    }
    let below = SmallContainer.page("q", ["topic": .reference(Reference("p0", action: .deleteSelf))])
    let a = try await SmallContainer.with(pages + [below])
    let b = try await SmallContainer.with([Record(type: "Topic", name: "t")] + pages + [below])
    var copy = ContainerCopy(
      of: Self.types, from: a, to: b, schema: SmallContainer.schema, ignoresEmptyLists: false)
    try await copy.runPass()
    let pruning = try await copy.findExtra(schema: SmallContainer.schema)
    #expect(pruning.changes.map(\.recordName) == ["t"] && pruning.cascades == ["t": 3])
    #expect(pruning.cascade.map(\.recordName).sorted() == ["p0", "p1", "p2", "q"])
    #expect(pruning.stored == ["Topic": 1, "Page": 4])
  }

  @Test("records that do not fit the target are named, and the others are copied")
  func refused() async throws {
    let a = try await SmallContainer.with([
      SmallContainer.page("small"),
      SmallContainer.page("large", ["title": .string(String(repeating: "x", count: 600_000))]),
    ])
    let big = Record(
      type: "Page", name: "_reserved",
      fields: ["title": .string(String(repeating: "x", count: 1_000_001))])
    try await a.adopt([big], removing: [])
    let b = try await SmallContainer.with([])
    var copy = ContainerCopy(
      of: Self.types, from: a, to: b, schema: SmallContainer.schema, ignoresEmptyLists: false)
    try await copy.runPass()
    #expect(copy.result.total(\.created) == 2 && copy.result.total(\.failed) == 1)
    #expect(copy.result.failures["Page"]?.map(\.recordName) == ["_reserved"] && !copy.mayPrune)
  }
}

extension ContainerCopy {
  /// Deletes what only the target has, unless the source has some of it meanwhile.
  fileprivate mutating func delete(_ pruning: CopyPruning, in target: any RecordStore) async throws(RecordStoreError) {
    guard try await conflicts(of: pruning.changes).isEmpty else { return }
    var run = ChangeRun(to: target)
    defer { add(deletions: run.outcome) }
    try await run.applyDeletingLast(pruning.changes)
  }
}
