import CloudKitSchema
import Diagnostics
import SchemaReview

/// The time to compare two large schemas, relative to reading one of them.
struct SchemaDiffBenchmark: Benchmark {
  let name = "schema-diff"
  let summary =
    "two schemas of 10 MB, fields in another order and a tenth of the types changed; floor: the parse of one"

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let source = SourceText(name: "old.ckdb", bytes: GeneratedSchema.bytes(atLeast: 10_000_000))
    let old = Schema(SchemaFile(source))
    var new = old
    for index in new.recordTypes.indices {
      new.recordTypes[index].fields.reverse()
      if index % 10 == 0 { new.recordTypes[index].fields[0].type = FieldType(.string) }
    }
    var changes = 0
    var declarations = 0
    let times = Stopwatch.medians(
      5, { changes = SchemaDiff(from: old, to: new).changes.count },
      { declarations = SchemaFile(source).fields.count })
    guard changes > 0, declarations > 0 else { throw ChildFailure(description: "no difference was found") }
    return [.time(4, "diff", times.a, floor: times.b)]
  }
}
