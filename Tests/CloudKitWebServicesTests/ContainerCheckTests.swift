import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import Diagnostics
import Synchronization
import Testing

@Suite("Checking a container")
struct ContainerCheckTests {
  private typealias Reply = ScriptedServer.Reply

  /// The schema of the tests with an index that lets records be listed.
  private static let schema = Schema(recordTypes: [
    RecordType(
      name: "Feed",
      fields: [Field(name: "___recordID", type: FieldType(.reference), indexes: [.queryable])]
        + Example.schema.recordTypes[0].fields)
  ])

  /// The answer to the first look-up, for a record that no container has.
  private static let missing = Example.error("celestra-admin-check", "NOT_FOUND")

  /// What is found, a line each: state, subject, text and advice.
  private static func findings(
    _ schema: Schema = schema, writing probe: RecordName? = "probe", _ script: @escaping ScriptedServer.Script
  ) async throws -> [String] {
    let server = try await ScriptedServer(script)
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    return try await ContainerCheck(database, schema: schema).checks(writing: probe).map { finding in
      "\(finding.state) \(finding.subject): \(finding.text)" + (finding.advice.map { " → \($0)" } ?? "")
    }.map { $0.replacing("127.0.0.1:\(server.port)", with: "server") }
  }

  private static let accepted = [
    "works server: http://server answers",
    "works key: the key is accepted for development of iCloud.org.example.celestra",
  ]
  private static let readable = [
    "works schema: the 1 record types and their indexes are there", "works reading: every record type can be read",
  ]

  /// What the first look-up is answered, and what is made of it.
  private static let refusals: [(ScriptedServer.Reply, [String])] = [
    (
      .answer(302, ""),
      [
        "fails server: CloudKit answered with status 302 and an empty body → what answers is not CloudKit: look for a proxy "
          + "on the way to http://server"
      ]
    ),
    (
      .answer(407, "<html></html>"),
      [
        "fails server: CloudKit answered with status 407 and a web page, as a proxy or a captive network sends → what "
          + "answers is not CloudKit: look for a proxy on the way to http://server"
      ]
    ),
    (
      .answer(403, #"{"serverErrorCode":"ACCESS_DENIED","reason":"READ operation not permitted"}"#),
      accepted + [
        "fails reading: records cannot be read: CloudKit: READ operation not permitted (ACCESS_DENIED) → GRANT READ on the "
          + "record types to \"_world\", or to a role the key's user is in"
      ]
    ),
    (
      .answer(400, #"{"serverErrorCode":"BAD_REQUEST","reason":"no such container"}"#),
      [
        accepted[0],
        "fails key: the container is refused: no such container → see whether iCloud.org.example.celestra is spelt as in "
          + "CloudKit Console",
      ]
    ),
  ]

  @Test("a refusal is laid at the door of who gave it", arguments: refusals)
  func refused(reply: ScriptedServer.Reply, expected: [String]) async throws {
    #expect(try await Self.findings { _, _ in reply } == expected)
  }

  @Test("a server that fails half way takes back nothing of what was found, and is not written to")
  func halfWay() async throws {
    let types = ["Feed", "Other"].map { RecordType(name: $0, fields: Self.schema.recordTypes[0].fields) }
    let findings = try await Self.findings(Schema(recordTypes: types)) { number, _ in
      number <= 3 ? .records(Self.missing) : .answer(503, "")
    }
    #expect(
      findings == Self.accepted + [
        "fails reading: Other could not be read: \(Self.unavailable) → what comes after it was not looked at"
      ])
  }

  @Test("a type that only a role may read needs the role, not READ for everyone", arguments: [true, false])
  func unreadable(isPrivate: Bool) async throws {
    var type = Self.schema.recordTypes[0]
    type.grants = isPrivate ? [Grant(role: "Admin", permissions: [.read])] : []
    let denial = Reply.answer(403, #"{"serverErrorCode":"ACCESS_DENIED","reason":"no"}"#)
    let findings = try await Self.findings(Schema(recordTypes: [type]), writing: nil) { number, _ in
      number == 1 ? .records(Self.missing) : denial
    }
    let advice =
      isPrivate
      ? "give the key's user the role Admin, which the schema lets read Feed"
      : "GRANT READ on Feed to \"_world\", or to a role the key's user is in"
    #expect(findings.contains("fails reading: Feed cannot be read: CloudKit: no (ACCESS_DENIED) → \(advice)"))
  }

  @Test("where the file itself declares no index to list records by, importing it again is not the advice")
  func notListed() async throws {
    let refusal = Reply.answer(
      400, #"{"serverErrorCode":"BAD_REQUEST","reason":"Field 'recordName' is not marked queryable"}"#)
    func advice(_ schema: Schema) async throws -> String? {
      try await Self.findings(schema, writing: nil) { number, _ in number == 1 ? .records(Self.missing) : refusal }
        .first { $0.hasPrefix("fails schema") }
    }
    let found = "fails schema: Feed: Field 'recordName' is not marked queryable → "
    let remedy = "import the schema: celestra-admin schema push, or xcrun cktool import-schema"
    #expect(try await advice(Self.schema) == found + remedy)
    #expect(
      try await advice(Example.schema) == found
        + "declare \"___recordID\" REFERENCE QUERYABLE in the schema file's Feed, then " + remedy)
  }

  /// What creating and deleting is answered, and what is said of writing.
  private static let writes: [(create: ScriptedServer.Reply, delete: ScriptedServer.Reply, finding: String)] = [
    (
      .records(probe), .records(#"{"recordName":"probe","deleted":true}"#),
      "works writing: a Feed could be created and "
        + "deleted again"
    ),
    (
      .records(probe), .answer(503, ""),
      "fails writing: a Feed could not be deleted: \(unavailable) → \(left)"
    ),
    (
      .records(probe), .records(Example.error("probe", "ACCESS_DENIED")),
      "fails writing: a Feed could not be deleted: no (ACCESS_DENIED) → \(role); \(left)"
    ),
    (
      .records(Example.error("probe", "ACCESS_DENIED")), .close,
      "fails writing: a Feed could not be created: no (ACCESS_DENIED) → \(role)"
    ),
    (
      .answer(503, ""), .close,
      "fails writing: a Feed could not be created: \(unavailable) → the probe record "
        + "'probe' of type Feed may be there; if it is, delete it in CloudKit Console"
    ),
  ]
  private static let unavailable =
    "CloudKit answered with status 503 and an empty body; tried 4 times; what was written stays; run the same command again "
    + "later to finish"
  private static let probe = Example.json("probe")
  private static let left = "the probe record 'probe' of type Feed is left; delete it in CloudKit Console"
  private static let role =
    "most likely the key's user is in no role that may: put it into the role the schema grants WRITE to, or grant it to "
    + "\"_icloud\", which lets every signed-in user edit the catalog"

  private static func isCreate(_ request: ScriptedServer.Request) -> Bool {
    String(decoding: request.body, as: UTF8.self).contains(#""operationType":"create""#)
  }

  @Test("a record that is left is named", arguments: writes)
  func writing(create: ScriptedServer.Reply, delete: ScriptedServer.Reply, finding: String) async throws {
    let findings = try await Self.findings { _, request in
      request.operation == "records/modify" ? Self.isCreate(request) ? create : delete : .records(Self.missing)
    }
    #expect(findings == Self.accepted + Self.readable + [finding])
  }

  @Test("a run that is stopped after it made its record takes it away again")
  func stopped() async throws {
    let run = Mutex<Task<[String], any Error>?>(nil)
    let (started, start) = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in started {}
      return try await Self.findings { _, request in
        guard request.operation == "records/modify" else { return .records(Self.missing) }
        run.withLock { $0?.cancel() }
        return Self.isCreate(request) ? .records(Self.probe) : .records(#"{"recordName":"probe","deleted":true}"#)
      }
    }
    run.withLock { $0 = task }
    start.finish()
    #expect(try await task.value.last == "works writing: a Feed could be created and deleted again")
    #expect(task.isCancelled)
  }
}
