import CloudKitRecords
import Testing

@Suite("The fields of a record")
struct RecordFieldsTests {
  @Test("are the same whatever the order they were set in, and whatever places are empty")
  func equality() {
    let fields: RecordFields = ["a": .int64(1), "b": .string("x")]
    var others: RecordFields = ["c": .int64(3), "b": .string("x"), "a": .int64(1)]
    others["c"] = nil
    #expect(fields == others)
    #expect(fields.hashValue == others.hashValue)
    #expect(fields == RecordFields(names: ["b", "z", "a"], values: [.string("x"), nil, .int64(1)]))
    #expect(fields != ["a": .int64(1)])
    #expect(fields != ["a": .int64(1), "c": .string("x")])
  }

  @Test("are found by name, among a few and among thousands", arguments: [1, 47, 48, 49, 50, 5000])
  func places(count: Int) {
    var fields = RecordFields()
    for index in 0..<count { fields["field\(index)"] = .int64(Int64(index)) }
    #expect(fields.count == count)
    #expect((0..<count).allSatisfy { fields["field\($0)"] == .int64(Int64($0)) })
    #expect(fields["field\(count)"] == nil)
    fields["field0"] = .int64(-1)
    #expect(fields["field0"] == .int64(-1))
    #expect(fields.count == count)
    fields["field0"] = nil
    #expect(fields.count == count - 1)
    #expect(fields.isEmpty == (count == 1))
    let all = RecordFields(names: (0..<count).map { "f\($0)" }, values: (0..<count).map { .int64(Int64($0)) })
    #expect(all["f\(count - 1)"] == .int64(Int64(count - 1)))
    #expect(all["field0"] == nil)
  }

  @Test("come in the order they were set in, those without a value left out")
  func order() {
    let fields = RecordFields(names: ["b", "none", "a"], values: [.int64(1), nil, .int64(2)])
    #expect(fields.keys == ["b", "a"])
    #expect(fields.values == [.int64(1), .int64(2)])
    #expect(fields.filter { $0.key == "a" } == ["a": .int64(2)])
  }

  @Test("merge as a caller decides")
  func merging() {
    let own: RecordFields = ["a": .int64(1), "b": .int64(2)]
    let others: RecordFields = ["b": .int64(20), "c": .int64(30)]
    var kept = own
    kept.merge(others) { own, _ in own }
    #expect(kept == ["a": .int64(1), "b": .int64(2), "c": .int64(30)])
    var replaced = own
    replaced.merge(others) { $1 }
    #expect(replaced == ["a": .int64(1), "b": .int64(20), "c": .int64(30)])
  }
}
