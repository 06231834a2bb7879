import Curation
import Diagnostics
import Foundation

/// Reading a large list into seeds, against what only checks that it is XML, and against another reader of lists.
struct OPMLBenchmark: Benchmark {
  let name = "opml"
  let summary = "a list of 200,000 feeds; floor: xmllint --stream --noout; peer: Python's listparser"

  private static let feeds = 200_000
  private static let rounds = 5

  func run() throws -> [Figure] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("celestra-bench-\(UUID().uuidString).opml")
    try GeneratedOPML.list(count: Self.feeds).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var ours: [Double] = []
    var floor: [Double] = []
    for _ in 0..<Self.rounds {
      ours.append(try Self.read(file))
      if let cost = try? ChildProcess.run(
        program: "/usr/bin/env", ["xmllint", "--stream", "--noout", "--huge", file.path])
      {
        floor.append(cost.seconds)
      }
    }
    let seconds = Stopwatch.median(ours)
    var figures: [Figure] = []
    if floor.isEmpty {
      print("  skipped: xmllint is not installed")
    } else {
      let xmllint = Stopwatch.median(floor)
      figures.append(
        .atMost(2.5, "read", Self.shown(seconds), floor: "xmllint \(Self.shown(xmllint))", ratio: seconds / xmllint))
    }
    let script = "import listparser, sys; listparser.parse(open(sys.argv[1], 'rb').read())"
    if let cost = try? ChildProcess.run(program: "/usr/bin/env", ["python3", "-c", script, file.path]) {
      figures.append(
        .atLeast(
          3, "speed", Self.shown(seconds), floor: "listparser \(Self.shown(cost.seconds))",
          ratio: cost.seconds / seconds))
    } else {
      print("  skipped: listparser is not installed (pip install listparser)")
    }
    return figures
  }

  /// Reads a list from its file into seeds.
  /// - Returns: the seconds it takes.
  static func read(_ file: URL) throws -> Double {
    var count = 0
    let seconds = try Stopwatch.seconds {
      let source = SourceText(name: file.lastPathComponent, bytes: Array(try Data(contentsOf: file)))
      count = SeedFileReader.read(source).seeds.feeds.count
    }
    guard count == feeds else { throw ChildFailure(description: "\(count) of \(feeds) feeds were read") }
    return seconds
  }

  private static func shown(_ seconds: Double) -> String { "\((seconds * 100).rounded() / 100) s" }
}
