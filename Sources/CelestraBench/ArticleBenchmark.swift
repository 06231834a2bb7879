import Crypto
import FeedServer
import Foundation

/// The time, requests and memory of storing the articles of many feeds.
struct ArticleBenchmark: Benchmark {
  let name = "articles"
  let summary =
    "1,000 feeds of 25 entries after 50 ms into a local container, first and second run; floor: newsboat -x reload, 64"
    + " threads. 2,000 feeds of 50 entries through client and emulator; floor: 200 records a request and 1.8 MB"

  private static let keyID = "bench"

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    setenv("CELESTRA_HOSTS", TestHosts.variable(2000), 1)
    return try local(in: folder) + requests(in: folder)
  }

  // MARK: A local container

  private func local(in folder: BenchmarkFolder) throws -> [Figure] {
    let server = try FeedServer.startAndWait(latency: 50) { request in
      .answer(
        200, [("Content-Type", "application/rss+xml")], Self.feed(request.host + request.path, entries: 25, words: 80))
    }
    let urls = Self.urls(1000, port: server.port)
    let container = folder.path("local.sqlite")
    let seed = try folder.write(Self.seed(urls), to: "feeds.json")
    _ = try ChildProcess.run(["seed", seed, "--container", container])
    let update = Self.update + ["--container", container]
    let first = try ChildProcess.run(update)
    let second = try ChildProcess.run(update)
    let stored = try SQLiteConnection(container).texts("SELECT count(*) FROM PublicArticle").first
    guard stored == "25000" else { throw ChildFailure(description: "\(stored ?? "no") articles were stored") }
    let memory = Figure.memory(max(first.megabytes, second.megabytes), atMost: 300, "memory, local")
    guard let newsboat = try Self.newsboat(1000, port: server.port, in: folder) else { return [memory] }
    return [
      .rate(5, "first run", 25_000 / first.seconds, floor: 25_000 / newsboat.first, unit: "articles/s"),
      .rate(30, "second run", 25_000 / second.seconds, floor: 25_000 / newsboat.second, unit: "articles/s"), memory,
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

  // MARK: Client and emulator

  private func requests(in folder: BenchmarkFolder) throws -> [Figure] {
    let server = try FeedServer.startAndWait(latency: 1) { request in
      .answer(200, [], Self.feed(request.host, entries: 50, words: 600))
    }
    let key = P256.Signing.PrivateKey()
    let publicKey = try folder.write(Data(key.publicKey.pemRepresentation.utf8), to: "public.pem")
    setenv("CLOUDKIT_PRIVATE_KEY", key.pemRepresentation, 1)
    setenv("CLOUDKIT_KEY_ID", Self.keyID, 1)
    let log = try folder.write(Data(), to: "log")
    let emulator = try serve(publicKey, log)
    defer { emulator.terminate() }
    let container = ["--container", "iCloud.org.example.bench"]
    let seed = try folder.write(Self.seed(Self.urls(2000, port: server.port)), to: "cloud.json")
    _ = try ChildProcess.run(["seed", seed] + container)
    func count(_ path: String) throws -> Int {
      let text = String(decoding: try Data(contentsOf: URL(filePath: log)), as: UTF8.self)
      return text.split(separator: "\n").count { $0.contains(path) }
    }
    let before = (modify: try count("/records/modify"), lookup: try count("/records/lookup"))
    let history = ["--history", folder.path("history.sqlite")]
    let cost = try ChildProcess.run(Self.update + container + history)
    let modifies = try count("/records/modify") - before.modify
    let lookups = try count("/records/lookup") - before.lookup
    return [
      .atMost(1, "modifies of 100,000 articles", "\(modifies)", floor: "620", ratio: Double(modifies) / 620),
      .atMost(1, "look-ups of 100,000 articles", "\(lookups)", floor: "510", ratio: Double(lookups) / 510),
      .memory(cost.megabytes, atMost: 300, "memory, client"),
    ]
  }

  private func serve(_ publicKey: String, _ log: String) throws -> Process {
    let process = Process()
    process.executableURL = ChildProcess.program
    process.arguments = [
      "emulator", "--port", "0", "--key-id", Self.keyID, "--public-key", publicKey, "--role", "Admin=\(Self.keyID)",
    ]
    let out = Pipe()
    process.standardOutput = out
    process.standardError = try FileHandle(forWritingTo: URL(filePath: log))
    try process.run()
    let address = String(decoding: out.fileHandleForReading.availableData, as: UTF8.self)
    guard address.hasPrefix("http://") else { throw ChildFailure(description: "the emulator did not start") }
    setenv("CLOUDKIT_BASE_URL", address.trimmingCharacters(in: .whitespacesAndNewlines), 1)
    return process
  }

  // MARK: Feeds

  private static let update = [
    "update", "--all", "--allow-private", "--ignore-robots", "--concurrency", "64", "--contact",
    "https://example.com/contact",
  ]

  /// Returns the URLs of feeds on hosts of their own.
  private static func urls(_ count: Int, port: Int) -> [String] {
    (0..<count).map { "http://\(TestHosts.name($0)):\(port)/feed" }
  }

  private static func seed(_ urls: [String]) -> Data {
    let entries = urls.map { #"{"feedURL":"\#($0)","title":"\#($0)"}"# }.joined(separator: ",")
    return Data(#"{"feeds":[\#(entries)]}"#.utf8)
  }

  private static let text = String(repeating: "word and ", count: 300)

  /// The dates of entries in every document of the run, since an unchanged feed does not change its dates.
  private static let dates: [String] = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let today = Date()
    return (0..<100).map { formatter.string(from: today - Double($0) * 3600) }
  }()

  /// A feed of a host with recent entries.
  private static func feed(_ host: String, entries: Int, words: Int) -> [UInt8] {
    let text = text.prefix(words / 2 * 9)
    let items = (0..<entries).map { index in
      "<item><title>Number \(index) of \(host)</title><link>http://\(host)/\(index)</link><guid>http://\(host)/\(index)</guid>"
        + "<pubDate>\(dates[index])</pubDate><description>&lt;p&gt;\(index) \(host) \(text)&lt;/p&gt;</description></item>"
    }
    return Array("<rss version=\"2.0\"><channel><title>\(host)</title>\(items.joined())</channel></rss>".utf8)
  }
}
