import Crypto
import FeedServer
import Foundation

/// The time, requests and memory of storing the articles of many feeds.
struct ArticleBenchmark: Benchmark {
  let name = "articles"
  let summary =
    "1,000 feeds of 25 entries after 50 ms into a local container, first and second run; floor: newsboat -x reload, 64"
    + " threads. A file of 10,000 entries; floor: SQL that copies the articles. 2,000 feeds of 50 entries through client and emulator; floor: 200 records a request and 1.8 MB"

  private static let keyID = "bench"

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    setenv("CELESTRA_HOSTS", TestHosts.variable(2000), 1)
    return try local(in: folder) + requests(in: folder)
  }

  // MARK: A local container

  private func local(in folder: BenchmarkFolder) throws -> [Figure] {
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
    let memory = Figure.memory(megabytes, atMost: 300, "memory, local")
    let others = try document(in: folder) + [memory]
    guard let newsboat = try Self.newsboat(1000, port: server.port, in: folder) else { return others }
    return [
      .rate(5, "first run", 25_000 / first.seconds, floor: 25_000 / newsboat.first, unit: "articles/s"),
      .rate(30, "second run", 25_000 / second, floor: 25_000 / newsboat.second, unit: "articles/s"),
    ] + others
  }

  /// Reads a document from a file.
  private func document(in folder: BenchmarkFolder) throws -> [Figure] {
    let (entries, url) = (10_000, "https://a.example/feed")
    let file = try folder.write(
      Data(GeneratedFeed(entries: entries, words: 80).document(of: "a.example")), to: "feed.xml")
    let seed = try folder.write(Self.seed([url]), to: "feed.json")
    let (container, copy) = (folder.path("document.sqlite"), folder.path("copy.sqlite"))
    for path in [container, copy] { _ = try ChildProcess.run(["seed", seed, "--container", path]) }
    let cost = try ChildProcess.run([
      "update", url, "--from", file, "--max-per-feed", "\(entries)", "--container", container,
    ])
    let connection = try SQLiteConnection(copy)
    try connection.run("ATTACH '\(container)' AS source")
    let start = ContinuousClock.now
    try connection.run("INSERT INTO PublicArticle SELECT * FROM source.PublicArticle")
    let floor = (ContinuousClock.now - start) / .seconds(1)
    guard try connection.texts("SELECT count(*) FROM PublicArticle") == ["\(entries)"] else {
      throw ChildFailure(description: "not all entries of the document were stored")
    }
    return [
      .rate(1, "local document", Double(entries) / cost.seconds, floor: 5000, unit: "articles/s"),
      .time(5, "local document", cost.seconds, floor: floor),
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
    let feed = GeneratedFeed(entries: 50, words: 600)
    let server = try FeedServer.startAndWait(latency: 1) { .answer(200, [], feed.document(of: $0.host)) }
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
    "update", "--all", "--allow-private", "--ignore-robots", "--contact", "https://example.com/contact",
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
