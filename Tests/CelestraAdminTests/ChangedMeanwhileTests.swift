import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import GRDB
import SQLiteStore
import Synchronization
import Testing

@testable import CelestraAdmin
@testable import CommandLineTool

@Suite("Records that change between a plan and its answer")
struct ChangedMeanwhileTests {
  /// A command that deletes a record of a table, which another writer changes while its question waits.
  struct Deletion: CustomStringConvertible {
    let command: [String]
    let table, record: String
    /// What precedes the command: commands of the program, or statements for the container.
    var before: [[String]] = []

    var description: String { command.joined(separator: " ") }
  }

  private static let feed = "feedURL = 'https://b.example/feed'"

  private static let feedName = "SELECT ___recordID FROM PublicFeed WHERE \(feed)"

  static let deletions: [Deletion] = [
    Deletion(command: ["seed", "FOLDER/less", "--prune"], table: "PublicFeed", record: feed),
    Deletion(
      command: ["apply", "FOLDER/p.json"], table: "PublicFeed", record: feed,
      before: [["seed", "less", "--prune", "--plan-out", "p.json", "--container", "FOLDER/celestra.sqlite"]]),
    Deletion(command: ["feeds", "remove", "https://b.example/feed"], table: "PublicFeed", record: feed),
    Deletion(
      command: ["categories", "remove", "old", "--move-to", "general"], table: "FeedCategory", record: "slug = 'old'"),
    Deletion(command: ["collections", "remove", "best"], table: "FeedCollection", record: "title = 'Best'"),
    Deletion(command: ["records", "remove", "spare"], table: "FeedCategory", record: "slug = 'spare'"),
    Deletion(
      command: ["articles", "remove", "--url", "https://a.example/1"], table: "PublicArticle", record: "guid = '1'"),
    Deletion(
      command: ["audit", "--fix"], table: "FeedMetadata", record: "ratingCount = 7",
      before: [
        ["sql", "UPDATE FeedMetadata SET ratingCount = 7 WHERE feedReference = (\(feedName))"],
        ["sql", "DELETE FROM PublicFeed WHERE \(feed)"],
      ]),
    Deletion(
      command: ["container", "copy", "--from", "FOLDER/less.sqlite", "--to", "FOLDER/celestra.sqlite", "--prune"],
      table: "PublicFeed", record: feed, before: [["seed", "less", "--container", "less.sqlite"]]),
    Deletion(
      command: ["container", "restore", "FOLDER/less.backup", "--to", "FOLDER/celestra.sqlite", "--exact"],
      table: "PublicFeed", record: feed,
      before: [
        ["seed", "less", "--container", "less.sqlite"],
        ["container", "backup", "less.sqlite", "--to", "less.backup"],
      ]),
  ]

  private static func session() throws -> Session {
    let session = try Session(copying: "schema")
    let less = """
      {"categories":[{"slug":"general","name":"General"}],
      "feeds":[{"feedURL":"https://a.example/feed","title":"A","category":"general"}],
      "collections":[{"slug":"some","title":"Some","feeds":["https://a.example/feed"]}]}
      """
    try session.write(less, to: "less/s.json")
    try session.write(
      """
      {"categories":[{"slug":"old","name":"Old"},{"slug":"spare","name":"Spare"}],
      "feeds":[{"feedURL":"https://b.example/feed","title":"B","category":"old"}],
      "collections":[{"slug":"best","title":"Best","feeds":["https://a.example/feed"]}]}
      """, to: "more.json")
    #expect(try session.run("seed", "less", "more.json", "--as-of", "2026-11-21").status == 0)
    try session.change(
      """
      INSERT INTO PublicArticle (___recordID, ___etag, ___createTime, ___modTime, guid, url, title)
      VALUES ('a1', '1', 0, 0, '1', 'https://a.example/1', 'One')
      """)
    return session
  }

  @Test("a record that changes while a question waits is not deleted", arguments: deletions)
  func kept(deletion: Deletion) async throws {
    let session = try Self.session()
    for step in deletion.before {
      if step[0] == "sql" {
        try session.change(step[1])
      } else {
        #expect(try session.run(step.map { $0.replacing("FOLDER", with: session.path(".")) }).status == 0, "\(step)")
      }
    }
    var arguments = deletion.command.map { $0.replacing("FOLDER", with: session.path(".")) }
    if !arguments.contains("--to") { arguments += ["--container", session.path("celestra.sqlite")] }
    if !arguments.contains("--from") { arguments += ["--schema", session.path("schema/celestra.ckdb")] }
    arguments += ["--format", "json=\(session.path("out.json"))"]
    let counts = try Self.counts(session)
    let command = arguments
    let asked = Mutex(0)
    let file = session.path("celestra.sqlite")
    let answer: @Sendable (String) -> String? = { _ in
      asked.withLock { $0 += 1 }
      let change = "UPDATE \(deletion.table) SET ___etag = 'changed' WHERE \(deletion.record)"
      try? DatabaseQueue(path: file).write { try $0.execute(sql: change) }
      return "yes"
    }
    let status = try await Confirmation.$user.withValue(answer) { try await Self.status(of: command) }
    #expect(asked.withLock(\.self) == 1)
    #expect(status == ExitCode(1))
    #expect(try session.sqlite("SELECT ___etag FROM \(deletion.table) WHERE \(deletion.record)") == ["changed"])
    #expect(try Self.counts(session) == counts)
  }

  private static func status(of arguments: [String]) async throws -> ExitCode {
    var command = try #require(try CelestraAdmin.parseAsRoot(arguments) as? any AsyncParsableCommand)
    do { try await command.run() } catch let code as ExitCode { return code }
    return .success
  }

  private static func counts(_ session: Session) throws -> [[String]] {
    try ["PublicFeed", "FeedMetadata", "FeedCategory", "FeedCollection", "PublicArticle"].map {
      try session.sqlite("SELECT count(*) FROM \($0)")
    }
  }

  @Test(
    "a record that changes although nobody is asked is not deleted, or planned again", arguments: [false, true])
  func unasked(isReplanned: Bool) async throws {
    let recordID = Field(name: SystemField.recordID.rawValue, type: FieldType(.reference), indexes: .queryable)
    let page = RecordType(name: "Page", fields: [recordID, Field(name: "rank", type: FieldType(.int64))])
    let store = try LocalContainer.inMemory(schema: Schema(recordTypes: [page])) { Timestamp(milliseconds: 0) }
    let names: [RecordName] = ["a", "b"]
    for name in names { _ = try await store.modify([RecordOperation(.create, Record(type: "Page", name: name))]) }
    let planned = try await store.lookup(names, desiredFields: []).values.sorted { $0.name < $1.name }
    var write = PlannedWrite(planned.map { $0.deletion() }, to: ContainerName(file: "c"), store, Approval(yes: true))
    write.question = "delete?"
    if isReplanned { write.replan = { _ in [] } }
    let change = planned[0].change(["rank": .int64(1)]).operation
    var outcome: ChangeOutcome?
    do {
      outcome = try await write.run {
        _ = try await store.modify([change])
        return store
      }
    } catch { #expect(error as? ExitCode == ExitCode(1)) }
    #expect(outcome?.deleted == (isReplanned ? 1 : nil) && outcome?.settled == (isReplanned ? 1 : nil))
    let left = try await store.lookup(names, desiredFields: []).keys.sorted()
    #expect(left == (isReplanned ? ["a"] : ["a", "b"]))
  }
}
