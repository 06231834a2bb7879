import FeedServer
import Foundation

/// Probing feeds of hosts of their own, against curl fetching the same URLs from the same server.
struct ProbeBenchmark: Benchmark {
  let name = "probe"
  let summary = "10,000 feeds on hosts of their own, answers held back 100 ms, window 256; floor: curl --parallel"

  private static let feeds = 10_000
  private static let window = 256
  private static let rounds = 3

  func run() throws -> [Figure] {
    try ChildProcess.build()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("celestra-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let feed = Self.feed()
    let server = try FeedServer.startAndWait(latency: 100) { _ in .answer(200, [("ETag", "\"1\"")], feed) }
    let urls = (0..<Self.feeds).map {
      "http://127.\(1 + $0 / 62_500).\($0 / 250 % 250).\(1 + $0 % 250):\(server.port)/feed"
    }
    let seed = folder.appendingPathComponent("feeds.json")
    let list = folder.appendingPathComponent("curl.txt")
    try Data(#"{"feeds":[\#(urls.map { #"{"feedURL":"\#($0)","title":"\#($0)"}"# }.joined(separator: ","))]}"#.utf8)
      .write(to: seed)
    try Data(urls.map { "url = \"\($0)\"\noutput = \"/dev/null\"\n" }.joined().utf8).write(to: list)

    var probes: [ChildProcess.Cost] = []
    var fetches: [ChildProcess.Cost] = []
    for round in 0..<Self.rounds {
      let container = folder.appendingPathComponent("\(round).sqlite").path
      _ = try ChildProcess.run(["seed", seed.path, "--container", container])
      probes.append(
        try ChildProcess.run([
          "health", "probe", "--container", container, "--ignore-robots", "--allow-private", "--concurrency",
          String(Self.window), "--contact", "https://example.com/contact",
        ]))
      fetches.append(
        try ChildProcess.run(
          program: "/usr/bin/env",
          [
            "curl", "--parallel", "--parallel-max", String(Self.window), "--silent", "--no-progress-meter", "--config",
            list.path,
          ]))
    }
    let ours = Double(Self.feeds) / Stopwatch.median(probes.map(\.seconds))
    let theirs = Double(Self.feeds) / Stopwatch.median(fetches.map(\.seconds))
    let memory = probes.map(\.megabytes).max() ?? 0
    return [
      .atLeast(1.3, "probe", "\(Int(ours)) feeds/s", floor: "curl's \(Int(theirs)) feeds/s", ratio: ours / theirs),
      .atMost(1, "memory", "\(Int(memory)) MB", floor: "300 MB", ratio: memory / 300),
    ]
  }

  /// A feed of twenty items, as blogs have them.
  private static func feed() -> [UInt8] {
    let items = (0..<20).map { index in
      "<item><title>Number \(index)</title><link>https://example.com/\(index)</link><guid>g\(index)</guid>"
        + "<pubDate>Fri, \(20 - index % 19) Nov 2026 12:00:00 GMT</pubDate><description>\(String(repeating: "words ", count: 80))"
        + "</description></item>"
    }
    return Array("<rss version=\"2.0\"><channel><title>F</title>\(items.joined())</channel></rss>".utf8)
  }
}
