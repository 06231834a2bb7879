import Foundation

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
