import CloudKitRecords
import CloudKitSchema
import Testing

@Suite("What CloudKit refuses of a record")
struct RecordRulesTests {
  private let rules = RecordRules(
    Schema(recordTypes: [
      RecordType(
        name: "T",
        fields: [
          Field(name: "s", type: FieldType(.string)), Field(name: "n", type: FieldType(.int64)),
          Field(name: "d", type: FieldType(.double)), Field(name: "tags", type: .list(.string)),
        ])
    ]))

  @Test("a record that fits has no problem")
  func fits() {
    let record = Record(
      type: "T", name: "a", fields: ["s": .string("x"), "n": .int64(1), "tags": .list([]), "d": .double(1)])
    #expect(rules.problem(of: record) == nil)
  }

  @Test(
    "each misfit has CloudKit's code and says why",
    arguments: [
      (Record(type: "T", name: "_a"), "a record name cannot start with '_', as '_a' does"),
      (Record(type: "T", name: ""), "a record name cannot be empty"),
      (Record(type: "T", name: "é"), "a record name is ASCII, 'é' is not"),
      (Record(type: "T", name: "a", fields: ["_x": .int64(1)]), "Unprivileged attempt to insert a system field: _x"),
      (
        Record(type: "T", name: "a", fields: ["x": .int64(1)]),
        "Cannot create or modify field 'x' in record 'T': no such field"
      ),
      (
        Record(type: "T", name: "a", fields: ["s": .int64(1)]),
        "Invalid value, expected type STRING. Field 's' got INT64"
      ),
      (
        Record(type: "T", name: "a", fields: ["tags": .list([.int64(1)])]),
        "Invalid value, expected type STRING_LIST. Field 'tags' got INT64_LIST"
      ),
      (Record(type: "T", name: "a", fields: ["d": .double(.nan)]), "Invalid value, field 'd' is not a finite number"),
    ])
  func misfit(record: Record, reason: String) {
    #expect(rules.problem(of: record) == RecordError(.badRequest, reason))
  }

  @Test("a record of an unknown type is not found")
  func unknownType() {
    #expect(
      rules.problem(of: Record(type: "U", name: "a")) == RecordError(.notFound, "did not find record type: U"))
  }

  @Test("a record over 1 MB is refused")
  func size() {
    let record = Record(type: "T", name: "a", fields: ["s": .string(String(repeating: "x", count: 1_000_000))])
    #expect(rules.problem(of: record)?.code == .quotaExceeded)
  }
}
