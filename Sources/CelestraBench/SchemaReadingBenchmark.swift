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
