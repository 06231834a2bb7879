import Foundation
import TestEnvironment
import Testing

@Suite("Interrupted and concurrent seeds")
struct SeedInterruptionTests {
  static let arguments = [
    "seed", "c.json", "f.json", "k.json", "--as-of", "2026-11-21",
  ]

  /// A session with feeds for several batches.
  static func session(feeds: Int = 600) throws -> Session {
    let session = try Session(copying: "schema")
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
    return session
  }

  /// A session whose container has the feeds.
  static func seeded(feeds: Int, into container: String = "celestra.sqlite") throws -> Session {
    let session = try session(feeds: feeds)
    try session.seed(Array(arguments.dropFirst()), into: container)
    return session
  }

  /// Starts a seed and kills it when the container's log has a number of bytes.
  /// - Returns: whether it was still running.
  private static func kill(_ session: Session, whenLogHas bytes: UInt64) throws -> Bool {
    let log = session.path("celestra.sqlite-wal")
    func size() -> UInt64 {
      (try? FileManager.default.attributesOfItem(atPath: log)[.size] as? UInt64) ?? 0
    }
    let start = size()
    let process = try session.start(
      arguments, out: session.folder.appendingPathComponent("out"), err: session.folder.appendingPathComponent("err"))
    TestEnvironment.wait { process.isRunning && size() < start + bytes && (size() >= start || size() < bytes) }
    let wasRunning = process.isRunning
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return wasRunning && process.terminationReason == .uncaughtSignal
  }

  @Test("a seed killed repeatedly and run again gives the container of a clean run")
  func killed() throws {
    let clean = try Self.session()
    #expect(try clean.run(Self.arguments).status == 0)
    let expected = try clean.contents()
    #expect(expected.count == 2 + 600 * 2 + 1)

    let session = try Self.session()
    var kills = 0
    // From before the file exists to after the last batch, in growing steps from 4 kB.
    for step in 0..<10 where try Self.kill(session, whenLogHas: UInt64(4096 + step * step * 8192)) { kills += 1 }
    #expect(kills > 0, "the seed was over before it could be killed")
    #expect(try session.run(Self.arguments).status == 0)
    #expect(try session.contents() == expected)
    #expect(try session.sqlite("PRAGMA integrity_check") == ["ok"])
    #expect(try session.run(Self.arguments).out.hasPrefix("nothing to do"))
  }

  @Test("two concurrent seeds both succeed and give the container of a clean run")
  func twoAtOnce() throws {
    let clean = try Self.session(feeds: 400)
    try clean.run(Self.arguments)
    let session = try Self.session(feeds: 400)
    let runs = try (0..<2).map { number in
      try session.start(
        Self.arguments, out: session.folder.appendingPathComponent("out\(number)"),
        err: session.folder.appendingPathComponent("err\(number)"))
    }
    for run in runs {
      run.waitUntilExit()
      #expect(run.terminationStatus == 0)
    }
    #expect(try session.contents() == clean.contents())
  }

  @Test("the first Ctrl-C stops after a batch; the next run finishes")
  func interrupted() throws {
    let session = try Self.session()
    let err = session.folder.appendingPathComponent("err")
    let process = try session.start(Self.arguments, out: session.folder.appendingPathComponent("out"), err: err)
    let log = session.path("celestra.sqlite-wal")
    TestEnvironment.wait { process.isRunning && !FileManager.default.fileExists(atPath: log) }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 2)
    #expect(try String(contentsOf: err, encoding: .utf8).contains("stopping after the current batch"))
    #expect(try session.sqlite("PRAGMA integrity_check") == ["ok"])
    #expect(try session.run(Self.arguments).status == 0)
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["600"])
    #expect(try session.sqlite("SELECT count(*) FROM FeedMetadata") == ["600"])
  }
}
