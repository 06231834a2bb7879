import CloudKitRecords
import Testing

@Suite("Applied operations")
struct AppliedOperationTests {
  private static func record(_ fields: RecordFields) -> Record { Record(type: "T", name: "a", fields: fields) }

  private static let examples: [(set: RecordFields, cleared: Set<String>, stored: RecordFields?, isApplied: Bool)] = [
    (["x": .int64(1)], [], ["x": .int64(1), "y": .int64(2)], true), (["x": .int64(1)], [], ["x": .int64(2)], false),
    (["x": .int64(1)], [], [:], false), (["x": .int64(1)], [], nil, false), ([:], ["x"], [:], true),
    ([:], ["x"], ["x": .int64(1)], false), (["x": .int64(1)], ["y"], ["x": .int64(1), "y": .int64(2)], false),
    // Canonically equivalent text is other data.
    (["x": .string("\u{E9}")], [], ["x": .string("e\u{301}")], false),
    // A field that is both set and cleared is set.
    (["x": .int64(1)], ["x"], ["x": .int64(1)], true), (["x": .int64(1)], ["x"], [:], false),
  ]

  @Test("an update is applied if the record has the set fields and none of the cleared ones", arguments: examples)
  func updates(update: (set: RecordFields, cleared: Set<String>, stored: RecordFields?, isApplied: Bool)) {
    let operation = RecordOperation(.update, Self.record(update.set), clearing: update.cleared)
    #expect(operation.isApplied(to: update.stored.map(Self.record)) == update.isApplied)
  }

  @Test("a deletion is applied if the record is absent")
  func deletions() {
    for kind in [RecordOperation.Kind.delete, .forceDelete] {
      let operation = RecordOperation(kind, Self.record([:]))
      #expect(operation.isApplied(to: nil) && !operation.isApplied(to: Self.record([:])))
    }
  }
}
