import ArgumentParser
import Synchronization
import Testing

@testable import CelestraAdmin
@testable import CommandLineTool

@Suite("What a command shows before it asks")
struct ConfirmationTests {
  private static func session() throws -> Session {
    let session = try Session()
    try session.write(RecordsCommandTests.schema, to: "books.ckdb")
    let records = (1...30).map { #"{"recordType":"Author","recordName":"a\#($0)","fields":{"name":"N\#($0)"}}"# }
    session.input = records.joined(separator: "\n")
    try session.run("records", "put", "-", "--container", "a.sqlite", "--schema", "books.ckdb")
    try session.run("container", "copy", "--from", "a.sqlite", "--to", "b.sqlite")
    return session
  }

  /// Runs a command, answers its questions, and returns them with the exit status.
  private static func asked(
    _ arguments: [String], answer: String
  ) async throws -> (questions: [String], status: ExitCode?) {
    let questions = Mutex<[String]>([])
    let user: @Sendable (String) -> String? = { question in
      questions.withLock { $0.append(question) }
      return answer
    }
    var command = try #require(try CelestraAdmin.parseAsRoot(arguments) as? any AsyncParsableCommand)
    var status: ExitCode?
    do { try await Confirmation.$user.withValue(user) { try await command.run() } } catch let code as ExitCode {
      status = code
    }
    return (questions.withLock(\.self), status)
  }

  @Test("a copy that deletes shows its table, its first changes and one question; nothing is written without a yes")
  func copy() async throws {
    let session = try Self.session()
    let (a, b) = (session.path("a.sqlite"), session.path("b.sqlite"))
    try session.change(
      """
      DELETE FROM Author WHERE ___recordID = 'a1'; UPDATE Author SET name = 'X', ___etag = 'x' WHERE ___recordID = 'a2'
      """, in: "a.sqlite")
    try session.change("DELETE FROM Author WHERE ___recordID = 'a3'", in: "b.sqlite")
    let copy = ["container", "copy", "--from", a, "--to", b, "--prune", "--format", "json=\(session.path("out.json"))"]
    let declined = try await Self.asked(copy, answer: "no")
    #expect(declined.status == ExitCode(1))
    let width = String(repeating: " ", count: b.count - 6)
    #expect(
      declined.questions == [
        """
        \(b)  create  update  delete  same
        Author\(width)       1       1       1    27
        update     Author X
                     name: "N2" → "X"
        create     Author N3
        delete     Author N1
        write to \(b), and delete 1 of 29 Author records?
        """
      ])
    #expect(try session.sqlite("SELECT count(*) FROM Author", in: "b.sqlite") == ["29"])
    let confirmed = try await Self.asked(copy, answer: "yes")
    #expect(confirmed.status == nil && confirmed.questions.count == 1)
    #expect(try session.contents(of: "b.sqlite") == session.contents(of: "a.sqlite"))
    // Nothing to write, nothing to ask.
    #expect(try await Self.asked(copy, answer: "yes").questions.isEmpty)
  }

  @Test(
    "a command that writes to production shows its table, its first changes, the environment, and one question",
    arguments: [
      (command: ["score"], row: "PublicFeed 0 2 0", change: "qualityScore: 43"),
      (["subscribers"], "FeedMetadata 0 2 0", "subscriberCount: 0"),
      (["articles", "prune"], "PublicArticle 0 0 1", "delete PublicArticle a1"),
    ])
  func production(_ row: (command: [String], row: String, change: String)) async throws {
    let session = try Session(copying: "schema")
    try session.write(
      """
      {"categories":[{"slug":"news","name":"News"}],"feeds":[
      {"feedURL":"https://a.example/feed","title":"A","category":"news"},
      {"feedURL":"https://b.example/feed","title":"B","category":"news"}]}
      """, to: "s.json")
    let production = ["--environment", "production"]
    let emulator = try EmulatorProcess(session)
    #expect(try emulator.run(["seed", "s.json", "--yes"] + production).status == 0)
    try session.change(
      """
      INSERT INTO PublicArticle (___recordID, ___etag, ___createTime, ___modTime, guid, title, expiresAt)
      VALUES ('a1', '1', 0, 0, '1', 'Old', 1000);
      INSERT INTO FeedSubscription (___recordID, ___etag, ___createTime, ___modTime, feedRecordName)
      SELECT 's1', '1', 0, 0, ___recordID FROM PublicFeed LIMIT 1
      """, in: "emulated.sqlite")
    let container = ["--container", EmulatorProcess.container, "--schema", session.path("schema/celestra.ckdb")]
    // These run in this process, whose state folder is the home folder's.
    let history = row.command == ["articles", "prune"] ? [] : ["--history", session.path("history.sqlite")]
    let command =
      row.command + container + production + history + ["--format", "json=\(session.path("out.json"))"]
    let variables = session.environment
    try await CloudKitVariables.$all.withValue(variables) {
      let declined = try await Self.asked(command, answer: "yes")
      let question = try #require(declined.questions.first).replacing(#/ +/#, with: " ")
      #expect(declined.status == ExitCode(1) && declined.questions.count == 1)
      #expect(question.hasPrefix("\(EmulatorProcess.container)@production"))
      #expect(question.contains(row.row) && question.contains(row.change))
      #expect(question.hasSuffix("write to \(EmulatorProcess.container)@production?"))
      #expect(try await Self.asked(command, answer: EmulatorProcess.container).status == nil)
      // Nothing to write, nothing to ask.
      #expect(try await Self.asked(command, answer: "yes").questions.isEmpty)
    }
  }

  @Test("a long list of changes is cut after 20 lines, and the others are counted")
  func deletion() async throws {
    let session = try Self.session()
    let delete = [
      "records", "remove", "--type", "Author", "--all", "--max-delete", "30", "--container", session.path("a.sqlite"),
    ]
    let (questions, status) = try await Self.asked(delete, answer: "")
    let lines = try #require(questions.first).split(separator: "\n")
    #expect(status == ExitCode(1) && questions.count == 1 && lines.count == 24)
    #expect(lines[0].hasSuffix("a.sqlite  create  update  delete") && lines[22] == "and 10 more")
    #expect(lines[23] == "delete 30 Author records from \(session.path("a.sqlite"))?")
    #expect(try session.sqlite("SELECT count(*) FROM Author", in: "a.sqlite") == ["30"])
  }
}
