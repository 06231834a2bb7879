import Foundation

/// The speed and memory of copies and backups of local containers.
struct CopyBenchmark: Benchmark {
  let name = "copy"
  let summary = "500,000 feeds with their metadata, local; floor: 50,000 records/s, and sqlite3 .dump of the same file"

  private static let records = 1_000_000

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let container = folder.path("celestra.sqlite")
    try GeneratedContainer.make(container, feeds: Self.records / 2)
    let copy = ["container", "copy", "--from", container, "--to", folder.path("copy.sqlite")]
    let created = try ChildProcess.run(copy)
    let compared = try ChildProcess.run(copy)
    let backup = ["container", "backup", container, "--to", folder.path("backup.sqlite")]
    var memory = 0.0
    let times = try Stopwatch.medians(3) { _ in
      let cost = try ChildProcess.run(backup)
      memory = max(memory, cost.megabytes)
      let dump = try? ChildProcess.run(program: "/usr/bin/env", ["sqlite3", container, ".dump"])
      return [cost.seconds, dump?.seconds ?? .infinity]
    }
    let verified = try ChildProcess.run(["container", "verify", folder.path("backup.sqlite")])
    if !times[1].isFinite { print("  skipped: sqlite3 is not installed") }
    let rate = Double(Self.records) / compared.seconds
    return [
      .rate(1, "records compared", rate, floor: 50_000, unit: "records/s"),
      .memory(compared.megabytes, atMost: 200, "compare, memory"),
      .memory(created.megabytes, atMost: 200, "create, memory"),
      .time(2, "backup", times[0], floor: times[1], of: ".dump"),
      .memory(memory, atMost: 200, "backup, memory"),
      .time(2, "verify", verified.seconds, floor: times[1], of: ".dump"),
      .memory(verified.megabytes, atMost: 200, "verify, memory"),
    ]
  }
}
