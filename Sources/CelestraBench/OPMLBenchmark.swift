import Curation
import Diagnostics
import Foundation

/// Reading a large list into seeds, against what only checks that it is XML, and against another reader of lists.
struct OPMLBenchmark: Benchmark {
  let name = "opml"
  let summary = "a list of 200,000 feeds; floor: xmllint --stream --noout; peer: Python's listparser"

  private static let feeds = 200_000

  func run() throws -> [Figure] {
    try BenchmarkFolder.with { folder in
      let file = try folder.write(GeneratedOPML.list(count: Self.feeds), to: "list.opml")
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
  }

  /// The seconds another program takes; infinite where it is not installed.
  private static func peer(_ arguments: [String]) -> Double {
    (try? ChildProcess.run(program: "/usr/bin/env", arguments).seconds) ?? .infinity
  }

  /// Reads a list from its file into seeds.
  /// - Returns: the seconds it takes.
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
