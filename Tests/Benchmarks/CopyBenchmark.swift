import Foundation

/// The growth of time and memory of copies of local containers.
struct CopyBenchmark: Benchmark {
  let name = "copy"
  let summary = "containers of 50,000 and of 200,000 feeds with their metadata: created, compared, and backed up"

  private static let sizes = [50_000, 200_000]

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let costs = try Self.sizes.map { size in
      let container = folder.path("\(size).sqlite")
      let files = try GeneratedFeeds.seedFiles(count: size, in: folder)
      _ = try ChildProcess.run(["seed"] + files + ["--container", container])
      let copy = ["container", "copy", "--from", container, "--to", folder.path("copy-\(size).sqlite")]
      return [
        try ChildProcess.run(copy), try ChildProcess.run(copy),
        try ChildProcess.run(["container", "backup", container, "--to", folder.path("\(size).backup")]),
      ]
    }
    let growth = Double(Self.sizes[1]) / Double(Self.sizes[0])
    return ["create", "compare", "backup"].enumerated().flatMap { index, name in
      let (few, many) = (costs[0][index], costs[1][index])
      return [
        Figure.time(growth * 1.5, name, many.seconds, floor: few.seconds, of: "a quarter's"),
        // The page caches of three connections, and the names of the records.
        .memory(many.megabytes, atMost: 300, "\(name), memory"),
      ]
    }
  }
}
