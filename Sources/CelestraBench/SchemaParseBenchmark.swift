import CloudKitSchema
import Diagnostics
import Foundation

/// Reading a large schema file, against finding the line ends of the same bytes.
struct SchemaParseBenchmark: Benchmark {
  let name = "schema-parse"
  let summary = "32 MB of .ckdb, tokens and declarations; floor: memchr over its lines"

  func run() throws -> [Figure] {
    let source = SourceText(name: "bench.ckdb", bytes: GeneratedSchema.bytes(atLeast: 32_000_000))
    let megabytes = Double(source.bytes.count) / 1e6
    var declarations = 0
    var lines = 0
    let times = Stopwatch.medians(
      5, { declarations = SchemaFile(source).fields.count }, { lines = Self.lines(in: source.bytes) })
    guard declarations > 0, lines > 0 else { throw ChildFailure(description: "the generated schema was not read") }
    let scan = megabytes / times.b
    let required = Self.required(scan: scan)
    return [.rate(1, "parse (scan \(Int(scan)) MB/s)", megabytes / times.a, floor: required, unit: "MB/s")]
  }

  /// What parsing is held to, in MB/s: 150, or a tenth of the scan on a machine where that is less.
  static func required(scan: Double) -> Double { min(150, scan / 10) }

  /// The lines of some bytes, counted as fast as they can be.
  static func lines(in bytes: [UInt8]) -> Int {
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
