import Foundation
import Testing

@Suite("Seeds through every emulator fault", .serialized)
struct CloudChaosTests {
  private static let arguments = ["seed", "c.json", "f.json", "k.json", "--as-of", "2026-11-21"]

  /// The random seeds: four with 600 feeds, or `CELESTRA_CHAOS_SEEDS` with 5,000 feeds.
  private static let (seeds, feeds): (Range<Int>, Int) = {
    let asked = ProcessInfo.processInfo.environment["CELESTRA_CHAOS_SEEDS"].flatMap { Int($0) }
    return asked.map { (0..<$0, 5000) } ?? (0..<4, 600)
  }()

  private static let faults = [
    "unavailable": 0.04, "zone-busy": 0.04, "reset-before": 0.04, "reset-after": 0.04, "truncated": 0.04,
    "conflict": 0.03, "slow": 0.1,
  ]

  /// A session with a seed, whose containers begin with an earlier seed: every fifth feed, with another title.
  /// - Parameter earlier: the path of the earlier container; `nil` to create it.
  private static func session(copying earlier: String? = nil) throws -> Session {
    let session = try Session(copying: "schema")
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

  @Test("a seed killed and resumed at random gives the records of a clean run, without loss or duplicates")
  func chaos() async throws {
    let first = try Self.session()
    let earlier = first.path("celestra.sqlite")
    let clean = try Self.session(copying: earlier)
    #expect(try clean.run(Self.arguments).status == 0)
    let expected = try clean.contents()
    #expect(expected.count == 2 + Self.feeds * 2 + 1 && !expected.contains { $0.contains("Old") })
    // A few concurrently, because most of the time is spent waiting.
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

  /// - Returns: the emulator's log.
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
    let said = try Chaos(
      session: session, run: arguments, kill: .requests(0...39, emulator), kills: 3, interruptsOneOf: 3, failures: 20
    ).play(seed: UInt64(seed))
    #expect(try session.contents(of: "emulated.sqlite") == expected, "seed \(seed)")
    let log = emulator.endedLog()
    #expect(!emulator.isGivenAway(by: said + log), "seed \(seed)")
    return log
  }
}
