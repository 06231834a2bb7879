import FeedServer
import Foundation

/// The time to probe feeds on separate hosts, relative to curl on the same URLs and server.
struct ProbeBenchmark: Benchmark {
  let name = "probe"
  let summary =
    "10,000 feeds on hosts of their own, answers after 100 ms, window 256; peer: curl --parallel"

  private static let feeds = 10_000
  private static let window = 256
  /// The delay of each answer in milliseconds.
  private static let latency = 100

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let feed = Self.feed()
    let server = try FeedServer.startAndWait(latency: Int64(Self.latency)) { _ in
      .answer(200, [("ETag", "\"1\"")], feed)
    }
    let urls = (0..<Self.feeds).map { "http://\(TestHosts.name($0)):\(server.port)/feed" }
    let entries = urls.map { #"{"feedURL":"\#($0)","title":"\#($0)"}"# }.joined(separator: ",")
    let seed = try folder.write(Data(#"{"feeds":[\#(entries)]}"#.utf8), to: "feeds.json")
    // Like the probe, curl is told the address of each host. With --connect-to, it would look up one host only.
    let lines = urls.enumerated().map { number, url in
      """
      url = "\(url)"
      resolve = "\(TestHosts.name(number)):\(server.port):127.0.0.1"
      output = "/dev/null"
      silent

      """
    }.joined(separator: "next\n")
    let list = try folder.write(Data(lines.utf8), to: "curl.txt")
    var memory = 0.0
    let rates = try Stopwatch.medians(3) { round in
      let container = folder.path("\(round).sqlite")
      _ = try ChildProcess.run(["seed", seed, "--container", container])
      let probe = try ChildProcess.run(
        program: "/usr/bin/env",
        [
          "CELESTRA_HOSTS=\(TestHosts.variable(Self.feeds))", ChildProcess.program.path, "update", "--no-articles",
          "--container", container, "--ignore-robots", "--allow-private", "--concurrency", "\(Self.window)",
          "--contact",
          "https://example.com/contact",
        ])
      memory = max(memory, probe.megabytes)
      let fetch = try ChildProcess.run(
        program: "/usr/bin/env",
        [
          "curl", "--parallel", "--parallel-max", "\(Self.window)", "--no-progress-meter", "--config", list,
        ])
      return [Double(Self.feeds) / probe.seconds, Double(Self.feeds) / fetch.seconds]
    }
    return [
      .rate(1, "probe (curl)", rates[0], floor: rates[1], unit: "feeds/s"), .memory(memory, atMost: 300),
    ]
  }

  /// A typical blog feed of 20 items.
  private static func feed() -> [UInt8] {
    let items = (0..<20).map { index in
      "<item><title>Number \(index)</title><link>https://example.com/\(index)</link><guid>g\(index)</guid>"
        + "<pubDate>Fri, \(20 - index % 19) Nov 2026 12:00:00 GMT</pubDate><description>\(String(repeating: "words ", count: 80))"
        + "</description></item>"
    }
    return Array("<rss version=\"2.0\"><channel><title>F</title>\(items.joined())</channel></rss>".utf8)
  }
}
