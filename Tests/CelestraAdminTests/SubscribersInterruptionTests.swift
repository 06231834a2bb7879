import Foundation
import Testing

@Suite("Interrupted counts")
struct SubscribersInterruptionTests {
  private static let feeds = 1000

  /// A session with two equal containers whose feeds have one to forty subscribers.
  private static func session() throws -> Session {
    let session = try Session(copying: "schema")
    try session.write((0..<feeds).map { "https://feed\($0).example/rss" }.joined(separator: "\n"), to: "list.txt")
    try session.seed(["feeds", "list.txt"], into: "a.sqlite")
    try session.change(Self.subscriptions("first", 40), in: "a.sqlite")
    try FileManager.default.copyItem(atPath: session.path("a.sqlite"), toPath: session.path("b.sqlite"))
    return session
  }

  private static func subscriptions(_ name: String, _ most: Int) -> String {
    """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(most))
    INSERT INTO FeedSubscription (___recordID, ___createTime, ___createdBy, ___modTime, ___etag, feedRecordName)
    SELECT '\(name)' || i || '-' || f.___rowid, 0, printf('_%032x', i), 0, 'x', f.___recordID FROM n, PublicFeed AS f
    WHERE i <= 1 + f.___rowid % \(most)
    """
  }

  /// Starts a count and kills it after its first write.
  private static func kill(_ session: Session, in container: String) throws {
    let process = try session.start(
      ["subscribers", "--as-of", "2026-11-21", "--container", container],
      out: session.folder.appendingPathComponent(".o"),
      err: session.folder.appendingPathComponent(".e"))
    while process.isRunning, try published(session, in: container) == 0 {}
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private static func published(_ session: Session, in container: String) throws -> Int {
    let sql = "SELECT count(subscriberPeriod) FROM FeedMetadata"
    return Int(try session.sqlite(sql, in: container)[0]) ?? 0
  }

  private static let all = """
    SELECT f.___recordID || ' ' || f.subscriberCount || ' ' || m.subscriberCount || ' ' || m.subscriberPeriod
    FROM PublicFeed AS f JOIN FeedMetadata AS m ON m.feedReference = f.___recordID ORDER BY 1
    """

  @Test("a count killed and repeated gives the records of a clean run")
  func same() throws {
    let session = try Self.session()
    try Self.kill(session, in: "a.sqlite")
    for container in ["a.sqlite", "b.sqlite"] {
      let run = try session.run("subscribers", "--as-of", "2026-11-21", "--container", container)
      #expect(run.status == 0)
    }
    let ends = try ["a.sqlite", "b.sqlite"].map { try session.sqlite(Self.all, in: $0) }
    #expect(ends[0].count == Self.feeds)
    #expect(ends[0] == ends[1])
    let again = try session.run("subscribers", "--as-of", "2026-11-21", "--container", "a.sqlite")
    #expect(again.out.contains("no published count changed: nothing to do"))
  }

  @Test("published counts stay the same within the period despite new subscriptions")
  func held() throws {
    let session = try Self.session()
    try Self.kill(session, in: "a.sqlite")
    let sql = """
      SELECT ___recordID || ' ' || subscriberCount FROM FeedMetadata WHERE subscriberPeriod IS NOT NULL ORDER BY 1
      """
    let before = Set(try session.sqlite(sql, in: "a.sqlite"))
    try session.change(
      Self.subscriptions("second", 80).replacingOccurrences(of: "'_%032x', i", with: "'_%032x', i + 40"),
      in: "a.sqlite")
    #expect(try session.run("subscribers", "--as-of", "2026-11-21", "--container", "a.sqlite").status == 0)
    #expect(before.isSubset(of: try session.sqlite(sql, in: "a.sqlite")))
    let differing = try session.sqlite(
      """
      SELECT count(*) FROM PublicFeed AS f JOIN FeedMetadata AS m ON m.feedReference = f.___recordID
      WHERE f.subscriberCount IS NOT m.subscriberCount
      """, in: "a.sqlite")
    #expect(differing == ["0"])
  }
}
