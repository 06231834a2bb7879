import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview

/// The time to read a large schema file, relative to finding the line ends of the same bytes.
struct SchemaReadingBenchmark: Benchmark {
  let name, summary: String
  /// The required speed as a share of parsing speed.
  private let share: Double
  /// Reads a schema and returns the number of declarations and findings.
  private let read: @Sendable (SourceText) -> Int

  /// Parsing only.
  static let parse = SchemaReadingBenchmark(
    name: "schema-parse", summary: "32 MB of .ckdb, tokens and declarations; floor: memchr over its lines", share: 1
  ) { SchemaFile($0).fields.count }

  /// Parsing and checking all rules for a single file.
  static let lint = SchemaReadingBenchmark(
    name: "schema-lint", summary: "32 MB of .ckdb, parsed and asked all rules; floor: two thirds of parsing's",
    share: 2 / 3.0
  ) {
    let file = SchemaFile($0)
    return file.fields.count + LintRun(file).diagnostics.count
  }

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let source = SourceText(name: "bench.ckdb", bytes: GeneratedSchema.bytes(atLeast: 32_000_000))
    let megabytes = Double(source.bytes.count) / 1e6
    var declarations = 0
    var lines = 0
    let times = Stopwatch.medians(5, { declarations = read(source) }, { lines = Self.lines(in: source.bytes) })
    guard declarations > 0, lines > 0 else { throw ChildFailure(description: "the generated schema was not read") }
    let scan = megabytes / times.b
    // 150 MB/s, or a tenth of the scan speed if that is less.
    let required = min(150, scan / 10) * share
    return [.rate(1, "\(name) (scan \(Int(scan)) MB/s)", megabytes / times.a, floor: required, unit: "MB/s")]
  }

  /// Returns the number of lines, counted as fast as possible.
  private static func lines(in bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { buffer in
      var count = 0
      var rest = buffer[...]
      while let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress, let found = memchr(base, 0x0A, rest.count) {
        count += 1
        rest = rest.dropFirst(UnsafeRawPointer(found) - base + 1)
      }
      return count
    }
  }
}

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

/// The time of a `schema lint` process on a typical file, relative to an empty program; and the memory of each schema
/// command on a large file.
struct SchemaProcessBenchmark: Benchmark {
  let name = "schema-process"
  let summary = "schema lint of 7 KB, the whole process; floor: an empty program linked the same way. 10 MB: memory"

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let small = try folder.write(Data(GeneratedSchema.bytes(atLeast: 7000)), to: "small.ckdb")
    let empty = try Self.emptyProgram(in: folder)
    let times = try Stopwatch.medians(21) { _ in
      [
        try ChildProcess.run(["schema", "lint", small]).seconds, try ChildProcess.run(program: empty, []).seconds,
      ]
    }
    return [.time(3, "lint of 7 KB, whole process", times[0], floor: times[1])]
      + (try Self.memory(in: folder, beyond: ChildProcess.run(program: empty, []).megabytes))
  }

  /// Builds an empty program that loads the same libraries as `celestra-admin`, with the same compiler.
  private static func emptyProgram(in folder: BenchmarkFolder) throws -> String {
    let source = try folder.write(Data("import Foundation\n".utf8), to: "empty.swift")
    let program = folder.path("empty")
    let script = """
      if command -v ldd >/dev/null; then
        set -- -lFoundation -Xlinker --no-as-needed $(ldd '\(ChildProcess.program.path)' | awk '$2 == "=>" { print $3 }')
      fi
      swiftc -O '\(source)' -o '\(program)' "$@"
      """
    try ChildProcess.run(program: "/bin/sh", ["-c", script])
    return program
  }

  /// Returns the memory of each command on 10 MB, minus that of an empty program.
  private static func memory(in folder: BenchmarkFolder, beyond floor: Double) throws -> [Figure] {
    let bytes = GeneratedSchema.bytes(atLeast: 10_000_000)
    let large = try folder.write(Data(bytes), to: "large.ckdb")
    let changed = String(decoding: bytes, as: UTF8.self).replacing("INT64", with: "DOUBLE")
    let other = try folder.write(Data(changed.utf8), to: "other.ckdb")
    let megabytes = Double(bytes.count) / 1e6
    return try [
      ("validate", ["schema", "validate", large]), ("lint", ["schema", "lint", large]),
      ("format", ["schema", "format", large]), ("merge", ["schema", "merge", large, large]),
      ("diff", ["schema", "diff", large, other]),
    ].map { name, arguments in
      let inputs = Double(arguments.count { $0.hasSuffix(".ckdb") })
      let taken = try ChildProcess.run(arguments).megabytes - floor
      return .atMost(
        10, "\(name), memory", "\(Int(taken)) MB", floor: "\(Int(megabytes * inputs)) MB read",
        ratio: taken / (megabytes * inputs))
    }
  }
}
