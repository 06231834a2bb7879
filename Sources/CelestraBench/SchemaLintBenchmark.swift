import CloudKitSchema
import Diagnostics
import SchemaReview

/// Reading a large schema file and asking it every rule of one file, against what reading alone is held to.
struct SchemaLintBenchmark: Benchmark {
  let name = "schema-lint"
  let summary = "32 MB of .ckdb, parsed and asked all rules; floor: two thirds of what parsing is held to"

  func run() throws -> [Figure] {
    let source = SourceText(name: "bench.ckdb", bytes: GeneratedSchema.bytes(atLeast: 32_000_000))
    let megabytes = Double(source.bytes.count) / 1e6
    var declarations = 0
    var findings = 0
    var lines = 0
    let times = Stopwatch.medians(
      5,
      {
        let file = SchemaFile(source)
        declarations = file.fields.count
        findings = LintRun(file).diagnostics.count
      }, { lines = SchemaParseBenchmark.lines(in: source.bytes) })
    guard declarations > 0, lines > 0 else { throw ChildFailure(description: "the generated schema was not read") }
    let required = SchemaParseBenchmark.required(scan: megabytes / times.b) * 2 / 3
    return [.rate(1, "parse and lint (\(findings) findings)", megabytes / times.a, floor: required, unit: "MB/s")]
  }
}
