import Curation
import Diagnostics
import Foundation

/// The time to read a large list into seeds, relative to an XML checker and to another OPML reader.
struct OPMLBenchmark: Benchmark {
  let name = "opml"
  let summary = "a list of 200,000 feeds; floor: xmllint --stream --noout; peer: Python's listparser"

  private static let feeds = 200_000

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let file = try folder.write(GeneratedFeeds.opml(count: Self.feeds), to: "list.opml")
    let times = try Stopwatch.medians(5) { _ in
      [try Self.read(file), Self.peer(["xmllint", "--stream", "--noout", "--huge", file])]
    }
    var figures: [Figure] = []
    if times[1].isFinite {
      figures.append(.time(2.5, "read", times[0], floor: times[1], of: "xmllint's"))
    } else {
      print("  skipped: xmllint is not installed")
    }
    let script = "import listparser, sys; listparser.parse(open(sys.argv[1], 'rb').read())"
    let listparser = Self.peer(["python3", "-c", script, file])
    if listparser.isFinite {
      figures.append(.time(1 / 3.0, "read", times[0], floor: listparser, of: "listparser's"))
    } else {
      print("  skipped: listparser is not installed (pip install listparser)")
    }
    return figures
  }

  /// Returns the seconds of another program; infinite if it is not installed.
  private static func peer(_ arguments: [String]) -> Double {
    (try? ChildProcess.run(program: "/usr/bin/env", arguments).seconds) ?? .infinity
  }

  /// Reads a list from its file into seeds.
  /// - Returns: The elapsed seconds.
  static func read(_ file: String) throws -> Double {
    var count = 0
    let seconds = try Stopwatch.seconds {
      let source = SourceText(name: "list.opml", bytes: Array(try Data(contentsOf: URL(filePath: file))))
      count = SeedFileReader.read(source).seeds.feeds.count
    }
    guard count == feeds else { throw ChildFailure(description: "\(count) of \(feeds) feeds were read") }
    return seconds
  }
}
