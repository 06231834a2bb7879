import FeedServer
import Foundation

/// The time and memory of storing the articles of many feeds.
struct UpdateBenchmark: Benchmark {
  let name = "update"
  let summary = "1,000 feeds of 25 entries after 50 ms, first and second run; peer: newsboat -x reload, 64 threads"

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    setenv("CELESTRA_HOSTS", TestHosts.variable(1000), 1)
    let feed = GeneratedFeed(entries: 25, words: 80)
    // The server shares the processor with the program, so it has its documents ready.
    let sites = (0..<1000).flatMap { [TestHosts.name($0) + "/feed", "127.0.0.1/\($0)"] }
    let documents = Dictionary(sites.map { ($0, feed.document(of: $0)) }, uniquingKeysWith: { $1 })
    let server = try FeedServer.startAndWait(latency: 50) { request in
      .answer(200, [("Content-Type", "application/rss+xml")], documents[request.host + request.path] ?? [])
    }
    let urls = Self.urls(1000, port: server.port)
    let container = folder.path("local.sqlite")
    let seed = try folder.write(Self.seed(urls), to: "feeds.json")
    _ = try ChildProcess.run(["seed", seed, "--container", container])
    let update = Self.update + ["--container", container]
    let first = try ChildProcess.run(update)
    var megabytes = first.megabytes
    // A later run takes half a second, newsboat's twenty.
    let second = try Stopwatch.medians(3) { _ in
      let cost = try ChildProcess.run(update)
      megabytes = max(megabytes, cost.megabytes)
      return [cost.seconds]
    }[0]
    let stored = try SQLiteConnection(container).texts("SELECT count(*) FROM PublicArticle").first
    guard stored == "25000" else { throw ChildFailure(description: "\(stored ?? "no") articles were stored") }
    let memory = Figure.memory(megabytes, atMost: 300)
    guard let newsboat = try Self.newsboat(1000, port: server.port, in: folder) else { return [memory] }
    return [
      .rate(1, "first run", 25_000 / first.seconds, floor: 25_000 / newsboat.first, unit: "articles/s"),
      .rate(1, "second run", 25_000 / second, floor: 25_000 / newsboat.second, unit: "articles/s"),
      memory,
    ]
  }

  /// Returns the seconds of two reloads by newsboat; `nil` with a message if it is not installed.
  private static func newsboat(_ count: Int, port: Int, in folder: BenchmarkFolder) throws -> (
    first: Double, second: Double
  )? {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/newsboat") else {
      print("  newsboat is not installed, so it is not compared")
      return nil
    }
    // newsboat has no limit per host, and no option for the addresses of hosts.
    let urls = (0..<count).map { "http://127.0.0.1:\(port)/\($0)" }
    let list = try folder.write(Data((urls.joined(separator: "\n") + "\n").utf8), to: "urls")
    let settings = try folder.write(Data("reload-threads 64\n".utf8), to: "newsboat.conf")
    let arguments = ["-u", list, "-C", settings, "-c", folder.path("newsboat.db"), "-x", "reload"]
    let first = try ChildProcess.run(program: "/usr/bin/newsboat", arguments)
    let second = try ChildProcess.run(program: "/usr/bin/newsboat", arguments)
    return (first.seconds, second.seconds)
  }

  // MARK: Feeds

  private static let update = [
    "update", "--include-not-due", "--allow-private", "--ignore-robots", "--contact", "https://example.com/contact",
  ]

  /// Returns the URLs of feeds on hosts of their own.
  private static func urls(_ count: Int, port: Int) -> [String] {
    (0..<count).map { "http://\(TestHosts.name($0)):\(port)/feed" }
  }

  private static func seed(_ urls: [String]) -> Data {
    let entries = urls.map { #"{"feedURL":"\#($0)","title":"\#($0)"}"# }.joined(separator: ",")
    return Data(#"{"feeds":[\#(entries)]}"#.utf8)
  }
}

/// A feed of recent entries that differs between hosts in the host's name only, so that it costs a server little.
private struct GeneratedFeed {
  /// The bytes between the names of the host.
  private let parts: [[UInt8]]

  init(entries: Int, words: Int) {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    // An unchanged feed does not change its dates.
    let today = Date()
    let text = String(repeating: "word and ", count: words / 2)
    let items = (0..<entries).map { index in
      "<item><title>Number \(index) of \0</title><link>http://\0/\(index)</link><guid>http://\0/\(index)</guid>"
        + "<pubDate>\(formatter.string(from: today - Double(index % 1000) * 3600))</pubDate>"
        + "<description>&lt;p&gt;\(index) \0 \(text)&lt;/p&gt;</description></item>"
    }
    let document = "<rss version=\"2.0\"><channel><title>\0</title>\(items.joined())</channel></rss>"
    parts = document.utf8.split(separator: 0).map { Array($0) }
  }

  func document(of host: String) -> [UInt8] {
    var document = parts[0]
    for part in parts.dropFirst() {
      document += host.utf8
      document += part
    }
    return document
  }
}
