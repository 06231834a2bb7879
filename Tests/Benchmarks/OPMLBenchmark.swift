import Curation
import Diagnostics
import Foundation

/// The time to read a large list into seeds, relative to another OPML reader.
struct OPMLBenchmark: Benchmark {
  let name = "opml"
  let summary = "a list of 200,000 feeds; peer: Python's listparser"

  private static let feeds = 200_000
  private static let script = "import listparser, sys; listparser.parse(open(sys.argv[1], 'rb').read())"

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let file = try folder.write(GeneratedFeeds.opml(count: Self.feeds), to: "list.opml")
    guard (try? ChildProcess.run(program: "python3", ["-c", "import listparser"])) != nil else {
      print("  skipped: listparser is not installed (pip install listparser)")
      return []
    }
    let times = try Stopwatch.medians(3) { _ in
      [try Self.read(file), try ChildProcess.run(program: "python3", ["-c", Self.script, file]).seconds]
    }
    return [.time(1 / 3.0, "read", times[0], floor: times[1], of: "listparser's")]
  }

  /// Reads a list from its file into seeds.
  /// - Returns: The elapsed seconds.
  private static func read(_ file: String) throws -> Double {
    var count = 0
    let seconds = try Stopwatch.seconds {
      let source = SourceText(name: "list.opml", bytes: Array(try Data(contentsOf: URL(filePath: file))))
      count = SeedFileReader.read(source).seeds.feeds.count
    }
    guard count == feeds else { throw ChildFailure(description: "\(count) of \(feeds) feeds were read") }
    return seconds
  }
}
