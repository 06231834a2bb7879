import Foundation
import Syndication

/// Reading feeds, against Python's feedparser on the same bytes, each timed inside its own process.
struct FeedBenchmark: Benchmark {
  let name = "feeds"
  let summary = "the collected feeds, and generated ones above 1 MB; peer: Python's feedparser"

  private static let corpus = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "shared/corpus/feeds")

  func run() throws -> [Figure] {
    guard FeedparserPeer.isThere else {
      print("  skipped: python3 has no feedparser; `pip install feedparser` gives it one")
      return []
    }
    return try BenchmarkFolder.with(figures)
  }

  private func figures(in folder: BenchmarkFolder) throws -> [Figure] {
    var figures: [Figure] = []
    let collected = Self.collected()
    if collected.isEmpty {
      print("  the collected feeds are not beside the project: only generated ones are measured")
    } else {
      figures.append(try measure("\(collected.count) collected feeds", collected, atLeast: 5, in: folder))
    }
    for (name, text) in [("RSS", GeneratedFeedText.rss(items: 2000)), ("Atom", GeneratedFeedText.atom(items: 2000))] {
      let file = try folder.write(Data(text.utf8), to: "\(name).xml")
      let megabytes = Double(text.utf8.count / 10_000) / 100
      figures.append(try measure("\(name) of \(megabytes) MB", [file], atLeast: 20, in: folder))
    }
    return figures
  }

  private func measure(
    _ name: String, _ files: [String], atLeast ratio: Double, in folder: BenchmarkFolder
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
      let other = try FeedparserPeer.read(list)
      guard other.items > 0, Double(abs(items - other.items)) <= 0.03 * Double(other.items) else {
        throw ChildFailure(description: "\(name): \(items) items read, and \(other.items) by feedparser")
      }
      return [seconds, other.seconds]
    }
    return .time(1 / ratio, name, times[0], floor: times[1], of: "feedparser's")
  }

  private static func collected() -> [String] {
    let table = corpus.appending(path: "oracle_feedparser_6.0.14.tsv")
    guard let text = try? String(contentsOf: table, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      line.split(separator: "\t").first.map { corpus.appending(path: String($0)).path }
    }
  }
}
