import CloudKitRecords
import CloudKitSchema
import Testing

@Suite("Undo of applied changes")
struct UndoPlanTests {
  /// A change that was planned, the record that is stored now, and what undo does.
  struct Example: CustomStringConvertible {
    enum Result: Equatable {
      case delete
      case restore(RecordFields, clearing: Set<String>)
      case recreate(RecordFields)
      case nothing
      case kept(String)
    }

    let description: String
    let change: PlannedChange
    let stored: RecordFields?
    var tag = "2"
    let result: Result
  }

  private static func record(_ fields: RecordFields, _ tag: String? = nil) -> Record {
    Record(type: "T", name: "a", changeTag: tag, fields: fields)
  }

  private static func create(_ fields: RecordFields) -> PlannedChange {
    PlannedChange(RecordOperation(.create, record(fields)))
  }

  private static func update(
    from old: RecordFields, to new: RecordFields, clearing cleared: Set<String> = [], isKnown: Bool = true
  ) -> PlannedChange {
    var change = record(old, "1").change(new, clearing: cleared)
    change.hasFormerValues = isKnown
    return change
  }

  private static func delete(_ fields: RecordFields, isKnown: Bool = true) -> PlannedChange {
    var change = record(fields, "1").deletion()
    change.before = isKnown ? fields : [:]
    change.hasFormerValues = isKnown
    return change
  }

  private static let (x, y, z) = (FieldValue.string("x"), FieldValue.string("y"), FieldValue.string("z"))
  private static let file = FieldValue.asset(Asset(fileChecksum: "c", size: 1))

  static let examples: [Example] = [
    Example(
      description: "created, as it was", change: create(["f": x]), stored: ["f": x], result: .delete),
    Example(
      description: "created, and jobs wrote since", change: create(["f": x]), stored: ["f": x, "job": y],
      result: .delete),
    Example(
      description: "created with an empty list", change: create(["f": x, "l": .list([])]), stored: ["f": x],
      result: .delete),
    Example(description: "never created", change: create(["f": x]), stored: nil, result: .nothing),
    Example(
      description: "created and edited", change: create(["f": x]), stored: ["f": y], result: .kept("changed since: f")),
    Example(
      description: "created and extended", change: create(["f": x]), stored: ["f": x, "g": y],
      result: .kept("changed since: g")),
    Example(
      description: "updated", change: update(from: ["f": x, "g": x], to: ["f": y], clearing: ["g"]),
      stored: ["f": y], result: .restore(["f": x, "g": x], clearing: [])),
    Example(
      description: "updated from nothing", change: update(from: [:], to: ["f": y]), stored: ["f": y],
      result: .restore([:], clearing: ["f"])),
    Example(
      description: "updated, and another field edited", change: update(from: ["f": x], to: ["f": y]),
      stored: ["f": y, "g": z], result: .restore(["f": x], clearing: [])),
    Example(
      description: "not updated", change: update(from: ["f": x], to: ["f": y]), stored: ["f": x], result: .nothing),
    Example(
      description: "updated and edited", change: update(from: ["f": x], to: ["f": y]), stored: ["f": z],
      result: .kept("changed since: f")),
    Example(
      description: "updated and deleted", change: update(from: ["f": x], to: ["f": y]), stored: nil,
      result: .kept("the record was deleted since")),
    Example(
      description: "updated by a plan without former values",
      change: update(from: [:], to: ["f": y], isKnown: false), stored: ["f": y],
      result: .kept("the plan has no former values: a version before 'undo' wrote it")),
    Example(
      description: "updated from a file", change: update(from: ["f": file], to: ["f": y]), stored: ["f": y],
      result: .kept("a plan has no files")),
    Example(description: "deleted", change: delete(["f": x]), stored: nil, result: .recreate(["f": x])),
    Example(
      description: "deleted with a file", change: delete(["f": x, "g": file]), stored: nil, result: .recreate(["f": x])
    ),
    Example(description: "not deleted", change: delete(["f": x]), stored: ["f": x], tag: "1", result: .nothing),
    Example(
      description: "deleted and recreated as it was", change: delete(["f": x]), stored: ["f": x, "job": y],
      result: .nothing),
    Example(
      description: "deleted and created again", change: delete(["f": x]), stored: ["f": y],
      result: .kept("the record exists, with other values")),
    Example(
      description: "deleted by a plan without fields", change: delete(["f": x], isKnown: false), stored: nil,
      result: .kept("the plan has no fields of the record: a version before 'undo' wrote it")),
  ]

  @Test("a change is taken back as far as its record has not changed since", arguments: examples)
  func undone(example: Example) async throws {
    let store = MemoryStore(example.stored.map { [Self.record($0, example.tag)] } ?? [])
    let undo = try await UndoPlan(of: [example.change], ignoring: ["T": ["job"]], in: store)
    #expect(undo.unapplied == (example.result == .nothing ? 1 : 0))
    if case .kept(let reason) = example.result {
      #expect(undo.kept.map(\.reason) == [reason] && undo.changes.isEmpty)
      return
    }
    #expect(undo.kept.isEmpty)
    let operation = undo.changes.first?.operation
    switch example.result {
    case .delete: #expect(operation == RecordOperation(.delete, Self.record([:], "2")))
    case .recreate(let fields): #expect(operation == RecordOperation(.create, Self.record(fields)))
    case .restore(let fields, let cleared):
      #expect(operation == RecordOperation(.update, Self.record(fields, "2"), clearing: cleared))
    case .nothing, .kept: #expect(operation == nil)
    }
    #expect(undo.lostFiles.isEmpty == (example.description != "deleted with a file"))
  }

  @Test("the last change is taken back first, and undo of the undo gives the same records")
  func twice() async throws {
    let names: [RecordName] = ["a", "b", "c"]
    let records = names.map { Record(type: "T", name: $0, fields: ["f": Self.x]) }
    let changes = records.map { PlannedChange(RecordOperation(.create, $0)) }
    let store = MemoryStore()
    var run = ChangeRun(to: store)
    try await run.apply(changes)
    let before = await store.contents
    let undo = try await UndoPlan(of: changes, in: store)
    #expect(undo.changes.map(\.recordName) == names.reversed())
    var back = ChangeRun(to: store)
    try await back.applyDeletingLast(undo.changes)
    #expect(await store.records.isEmpty)
    let redo = try await UndoPlan(of: undo.changes, in: store)
    var again = ChangeRun(to: store)
    try await again.apply(redo.changes)
    #expect(await store.contents == before)
  }

  @Test("a saved plan gets the former values of records that are as they were planned for")
  func formerValues() async throws {
    let stored = Record(type: "T", name: "a", changeTag: "1", fields: ["f": Self.x, "g": Self.y])
    let store = MemoryStore([stored])
    let update = PlannedChange(RecordOperation(.update, Self.record(["f": Self.z], "1")))
    let known = try await [update, stored.deletion()].withFormerValues(in: store)
    #expect(known.map(\.before) == [["f": Self.x], ["f": Self.x, "g": Self.y]])
    #expect(known.allSatisfy { $0.hasFormerValues })
    let old = PlannedChange(RecordOperation(.update, Self.record(["f": Self.z], "0")))
    let unknown = try await [old].withFormerValues(in: store)
    #expect(unknown == [old])
  }
}

extension MemoryStore {
  fileprivate var contents: [RecordName: RecordFields] { records.mapValues(\.fields) }
}
