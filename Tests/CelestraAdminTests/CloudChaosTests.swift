import Foundation
import Testing

@Suite("A seed through every fault", .serialized)
struct CloudChaosTests {
  private static let feeds = 5000
  private static let arguments = ["seed", "c.json", "f.json", "k.json", "--as-of", "2026-11-21"]

  /// Five seeds of chance; `CELESTRA_CHAOS_SEEDS` has how many instead.
  private static let seeds = 0..<(ProcessInfo.processInfo.environment["CELESTRA_CHAOS_SEEDS"].flatMap { Int($0) } ?? 5)

  private static let faults = [
    "unavailable": 0.04, "zone-busy": 0.04, "reset-before": 0.04, "reset-after": 0.04, "truncated": 0.04,
    "conflict": 0.01, "slow": 0.1,
  ]

  /// A session with the seed, whose containers begin with what an earlier one brought: every fifth feed, named otherwise.
  /// - Parameter earlier: that container's path; `nil` to make it.
  private static func session(copying earlier: String? = nil) throws -> Session {
    let session = try Session()
    try session.copy("schema")
    try session.write(
      #"{"categories":[{"slug":"general","name":"General"},{"slug":"news","name":"News"}]}"#, to: "c.json")
    if let earlier {
      for container in ["celestra.sqlite", "emulated.sqlite"] {
        try FileManager.default.copyItem(atPath: earlier, toPath: session.path(container))
      }
    } else {
      try session.write(file(of: stride(from: 0, to: feeds, by: 5), titled: "Old"), to: "f.json")
      try session.write(#"{"collections":[]}"#, to: "k.json")
      try #require(session.run(arguments).status == 0)
    }
    try session.write(file(of: stride(from: 0, to: feeds, by: 1), titled: "Feed"), to: "f.json")
    let members = stride(from: 0, to: feeds, by: 100).map { #""https://feed-\#($0).example/rss""# }
    try session.write(
      #"{"collections":[{"slug":"best","title":"Best","feeds":[\#(members.joined(separator: ","))]}]}"#, to: "k.json")
    return session
  }

  private static func file(of feeds: StrideTo<Int>, titled title: String) -> String {
    let items = feeds.map { index in
      """
      {"feedURL":"https://feed-\(index).example/rss","title":"\(title) \(index)","category":"news","tags":["t\(index % 7)"]}
      """
    }
    return #"{"feeds":[\#(items.joined(separator: ","))]}"#
  }

  @Test("killed and resumed at random, it comes to what one clean run makes: nothing lost, nothing doubled")
  func chaos() async throws {
    let first = try Self.session()
    let earlier = first.path("celestra.sqlite")
    let clean = try Self.session(copying: earlier)
    #expect(try clean.run(Self.arguments).status == 0)
    let expected = try clean.contents()
    #expect(expected.count == 2 + Self.feeds * 2 + 1 && !expected.contains { $0.contains("Old") })
    // A few at once: most of their time is waiting.
    let logs = try await withThrowingTaskGroup(of: String.self) { group in
      var logs: [String] = []
      for (index, seed) in Self.seeds.enumerated() {
        if index >= 5, let log = try await group.next() { logs.append(log) }
        group.addTask { try Self.run(seed: seed, after: earlier, expecting: expected) }
      }
      for try await log in group { logs.append(log) }
      return logs
    }
    for fault in Self.faults.keys {
      #expect(logs.contains { $0.contains("(fault \(fault))") }, "\(fault) has hit no request")
    }
  }

  /// - Returns: what the emulator logged.
  private static func run(seed: Int, after earlier: String, expecting expected: [String]) throws -> String {
    let session = try session(copying: earlier)
    let emulator = try EmulatorProcess(
      session,
      [
        "--seed", String(seed), "--retry-after", "2ms", "--slow-by", "20ms", "--throttle", "60/s", "--index-lag",
        "300ms",
      ]
        + faults.flatMap { ["--fault", "\($0.key)=\($0.value)"] })
    let arguments = arguments + ["--container", EmulatorProcess.container, "--max-requests-per-second", "100"]
    var random = Chance(seed: UInt64(seed))
    var said = ""
    for _ in 0..<3 {
      let (out, err) = (session.folder.appendingPathComponent("out"), session.folder.appendingPathComponent("err"))
      let process = try session.start(arguments, out: out, err: err)
      emulator.wait(forRequests: emulator.requests + Int(random.next() % 40), from: process)
      kill(process.processIdentifier, random.next() % 3 == 0 ? SIGINT : SIGKILL)
      process.waitUntilExit()
      said += try String(contentsOf: out, encoding: .utf8) + String(contentsOf: err, encoding: .utf8)
    }
    var ended = try session.run(arguments)
    // Faults may end a run with 1 or 2; a crash may not.
    for _ in 0..<20 where ended.status == 1 || ended.status == 2 {
      said += "\(ended)"
      ended = try session.run(arguments)
    }
    said += "\(ended)"
    #expect(ended.status == 0, "seed \(seed): \(said.suffix(2000))")
    #expect(try session.contents(of: "emulated.sqlite") == expected, "seed \(seed)")
    let log = emulator.endedLog()
    #expect(!emulator.isGivenAway(by: said + log), "seed \(seed)")
    return log
  }

  /// Random numbers that repeat (SplitMix64, Steele et al. 2014).
  private struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }
  }
}
