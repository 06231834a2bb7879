import Foundation

/// `schema lint` of a file as people have them, the whole process, against a program that does nothing; and the memory
/// each schema command takes for a large file.
struct SchemaProcessBenchmark: Benchmark {
  let name = "schema-process"
  let summary = "schema lint of 7 KB, the whole process; floor: an empty program linked the same way. 10 MB: memory"

  func run() throws -> [Figure] {
    try ChildProcess.build()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("celestra-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let small = folder.appendingPathComponent("small.ckdb").path
    try Data(GeneratedSchema.bytes(atLeast: 7000)).write(to: URL(fileURLWithPath: small))
    let empty = try Self.emptyProgram(in: folder)
    var costs: (a: [Double], b: [Double]) = ([], [])
    for _ in 0..<21 {
      costs.a.append(try ChildProcess.run(["schema", "lint", small]).seconds)
      costs.b.append(try ChildProcess.run(program: empty, []).seconds)
    }
    let times = (a: Stopwatch.median(costs.a), b: Stopwatch.median(costs.b))
    let figure = Figure.atMost(
      3, "lint of 7 KB, whole process", "\(Int(times.a * 1000)) ms", floor: "\(Int(times.b * 1000)) ms",
      ratio: times.a / times.b)
    return [figure] + (try Self.memory(in: folder, beyond: ChildProcess.run(program: empty, []).megabytes))
  }

  /// An empty program that loads the same libraries, made by the compiler that made this one.
  private static func emptyProgram(in folder: URL) throws -> String {
    let source = folder.appendingPathComponent("empty.swift")
    try Data("import Foundation\nimport FoundationXML\n".utf8).write(to: source)
    let program = folder.appendingPathComponent("empty").path
    try ChildProcess.run(
      program: "/usr/bin/env", ["swiftc", "-O", source.path, "-o", program, "-lFoundation", "-lFoundationXML"])
    return program
  }

  /// What each command takes for 10 MB, beyond what a program takes that does nothing.
  private static func memory(in folder: URL, beyond floor: Double) throws -> [Figure] {
    let large = folder.appendingPathComponent("large.ckdb").path
    let bytes = GeneratedSchema.bytes(atLeast: 10_000_000)
    try Data(bytes).write(to: URL(fileURLWithPath: large))
    let other = folder.appendingPathComponent("other.ckdb").path
    try Data(String(decoding: bytes, as: UTF8.self).replacing("INT64", with: "DOUBLE").utf8).write(
      to: URL(fileURLWithPath: other))
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
