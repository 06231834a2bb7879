import Foundation
import Syndication
import TestEnvironment

/// The time to read feeds, relative to Python's feedparser on the same bytes, each measured inside its process.
struct FeedBenchmark: Benchmark {
  let name = "feeds"
  let summary = "the collected feeds, and generated ones above 1 MB; peer: Python's feedparser"

  private static let script = """
    sys, time, feedparser = map(__import__, ['sys', 'time', 'feedparser'])
    bodies = [open(name, 'rb').read() for name in open(sys.argv[1]).read().split('\\n')]
    start = time.perf_counter()
    items = sum(len(feedparser.parse(body).entries) for body in bodies)
    print(time.perf_counter() - start, items)
    """

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    guard let python = TestProgram(pythonRunning: "import feedparser") else {
      print("  skipped: feedparser is not installed (pip install feedparser)")
      return []
    }
    var figures: [Figure] = []
    let collected = Self.collected()
    if collected.isEmpty {
      print("  the collected feeds are not beside the project: only generated feeds are measured")
    } else {
      figures.append(try measure("\(collected.count) collected feeds", collected, atLeast: 5, python, in: folder))
    }
    for (name, text) in [("RSS", GeneratedFeedText.rss(items: 2000)), ("Atom", GeneratedFeedText.atom(items: 2000))] {
      let file = try folder.write(Data(text.utf8), to: "\(name).xml")
      let megabytes = Double(text.utf8.count / 10_000) / 100
      figures.append(try measure("\(name) of \(megabytes) MB", [file], atLeast: 20, python, in: folder))
    }
    return figures
  }

  private func measure(
    _ name: String, _ files: [String], atLeast ratio: Double, _ python: TestProgram, in folder: BenchmarkFolder
  ) throws -> Figure {
    let bodies = try files.map { Array(try Data(contentsOf: URL(filePath: $0))) }
    let list = try folder.write(Data(files.joined(separator: "\n").utf8), to: "files.txt")
    let times = try Stopwatch.medians(3) { _ in
      var items = 0
      let seconds = Stopwatch.seconds {
        for body in bodies {
          if case .feed(let feed) = FeedDocument.read(body, contentType: nil, url: nil) { items += feed.itemCount }
        }
      }
      let peer = try python.run(["-W", "ignore", "-c", Self.script, list])
      let numbers = peer.out.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      guard numbers.count == 2, numbers[1] > 0, abs(Double(items) - numbers[1]) <= 0.03 * numbers[1] else {
        throw ChildFailure(description: "\(name): \(items) items read; feedparser printed '\(peer.text)'")
      }
      return [seconds, numbers[0]]
    }
    return .time(1 / ratio, name, times[0], floor: times[1], of: "feedparser's")
  }

  private static func collected() -> [String] {
    let corpus = Corpus.folder("feeds")
    let table = corpus.appending(path: "oracle_feedparser_6.0.14.tsv")
    guard let text = try? String(contentsOf: table, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      line.split(separator: "\t").first.map { corpus.appending(path: String($0)).path }
    }
  }
}
