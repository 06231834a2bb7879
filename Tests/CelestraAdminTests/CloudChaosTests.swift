import Foundation
import Testing

@Suite("A seed through every fault", .serialized)
struct CloudChaosTests {
  private static let feeds = 5000
  private static let arguments = ["seed", "c.json", "f.json", "k.json", "--as-of", "2026-11-21"]

  /// Five seeds of chance; `CELESTRA_CHAOS_SEEDS` has how many instead.
  private static let seeds = 0..<(ProcessInfo.processInfo.environment["CELESTRA_CHAOS_SEEDS"].flatMap { Int($0) } ?? 5)

  private static func write(_ session: Session) throws {
    try session.copy("schema")
    try session.write(
      #"{"categories":[{"slug":"general","name":"General"},{"slug":"news","name":"News"}]}"#, to: "c.json")
    let items = (0..<feeds).map { index in
      """
      {"feedURL":"https://feed-\(index).example/rss","title":"Feed \(index)","category":"news","tags":["t\(index % 7)"]}
      """
    }
    try session.write(#"{"feeds":[\#(items.joined(separator: ","))]}"#, to: "f.json")
    let members = stride(from: 0, to: feeds, by: 100).map { #""https://feed-\#($0).example/rss""# }
    try session.write(
      #"{"collections":[{"slug":"best","title":"Best","feeds":[\#(members.joined(separator: ","))]}]}"#, to: "k.json")
  }

  @Test("killed and resumed at random, it comes to what one clean run makes: nothing lost, nothing doubled")
  func chaos() async throws {
    let clean = try Session()
    try Self.write(clean)
    #expect(try clean.run(Self.arguments).status == 0)
    let expected = try clean.contents()
    #expect(expected.count == 2 + Self.feeds * 2 + 1)
    // A few at once: most of their time is waiting.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, seed) in Self.seeds.enumerated() {
        if index >= 5 { try await group.next() }
        group.addTask { try Self.run(seed: seed, expecting: expected) }
      }
      try await group.waitForAll()
    }
  }

  private static func run(seed: Int, expecting expected: [String]) throws {
    let session = try Session()
    try write(session)
    let faults = [
      "unavailable=0.04", "zone-busy=0.04", "reset-before=0.04", "reset-after=0.04", "truncated=0.04", "conflict=0.001",
      "slow=0.1",
    ]
    let emulator = try EmulatorProcess(
      session,
      ["--seed", String(seed), "--retry-after", "2ms", "--slow-by", "20ms", "--throttle", "60/s"]
        + faults.flatMap { ["--fault", $0] })
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
    for _ in 0..<20 where ended.status != 0 {
      said += "\(ended)"
      ended = try session.run(arguments)
    }
    said += "\(ended)"
    #expect(ended.status == 0, "seed \(seed): \(said.suffix(2000))")
    #expect(try session.contents(of: "emulated.sqlite") == expected, "seed \(seed)")
    #expect(!emulator.isGivenAway(by: said), "seed \(seed)")
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
