import Articles
import Catalog
import CloudKitRecords
import Dispatch
import Foundation
import SQLiteStore
import Synchronization

/// The time of each read of the app in a large local container, after the first.
struct BrowseBenchmark: Benchmark {
  let name = "browse"
  let summary = "1,000,000 articles of 2,000 feeds; each read of the app 100 times after the first, the slowest but one"

  private static let bound = 0.05

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let path = folder.path("celestra.sqlite")
    try GeneratedContainer.make(path, feeds: 2000)
    try GeneratedArticles.add(1_000_000, to: path)
    let connection = try SQLiteConnection(path)
    try connection.run("UPDATE PublicFeed SET language = 'en'")
    let feeds = try connection.texts("SELECT ___recordID FROM PublicFeed").map { RecordName($0) }
    let articles = try connection.texts("SELECT ___recordID FROM PublicArticle LIMIT 1000").map { RecordName($0) }
    let slug = try connection.texts("SELECT ___recordID FROM FeedCategory LIMIT 1").first ?? ""
    let reader = AppReader(try LocalContainer.openForReading(path), layout: .publicCatalog)
    let week = Timestamp(milliseconds: 1_787_000_000_000 + 83 * 86_400_000)
    @Sendable func some(_ turn: Int) -> [RecordName] { (0..<100).map { feeds[(turn * 7919 + $0 * 17) % feeds.count] } }
    let reads: [(String, @Sendable (Int) async throws -> AppAnswer)] = [
      ("featured feeds", { _ in try await reader.featuredFeeds(in: RecordName(slug), AppPage(limit: 50)) }),
      (
        "found feeds",
        { turn in try await reader.feeds(matching: "Number \(turn)", language: "en", AppPage(limit: 20)) }
      ),
      ("metadata", { turn in try await reader.metadata(of: feeds[turn]) }),
      ("articles of a feed", { try await reader.articles(of: [feeds[$0]], since: nil, AppPage(limit: 50)) }),
      ("since a week", { try await reader.articles(of: [feeds[$0]], since: week, AppPage(limit: 100)) }),
      ("of 100 feeds", { try await reader.articles(of: some($0), since: nil, AppPage(limit: 100)) }),
      ("of 100 feeds since a week", { try await reader.articles(of: some($0), since: week, AppPage(limit: 100)) }),
      ("an article", { try await reader.article(articles[$0 * 3]) }),
      ("articles by two words", { try await reader.articles(matching: Self.words($0), AppPage(limit: 20)) }),
    ]
    return try reads.map { name, read in
      let seconds = try Self.seconds(101, read).dropFirst().sorted()
      return .time(1, name, seconds[seconds.count - 2], floor: Self.bound)
    }
  }

  /// Two words, as frequent as in the texts.
  private static func words(_ turn: Int) -> String {
    [turn, turn + 501].map { number in
      let part = Double(number * 2_654_435_761 % 4_294_967_296) / 4_294_967_296
      return "word\(Int(exp(part * log(Double(GeneratedArticles.words)))))"
    }.joined(separator: " ")
  }

  /// Returns the seconds of each read.
  private static func seconds(_ count: Int, _ read: @escaping @Sendable (Int) async throws -> AppAnswer) throws
    -> [Double]
  {
    let ended = DispatchSemaphore(value: 0)
    let times = Mutex<Result<[Double], any Error>>(.success([]))
    Task {
      do {
        var seconds: [Double] = []
        for turn in 0..<count {
          let start = ContinuousClock.now
          _ = try await read(turn)
          seconds.append((ContinuousClock.now - start) / .seconds(1))
        }
        times.withLock { [seconds] in $0 = .success(seconds) }
      } catch {
        times.withLock { $0 = .failure(error) }
      }
      ended.signal()
    }
    ended.wait()
    return try times.withLock { try $0.get() }
  }
}
