import Foundation
import TestEnvironment
import Testing

@Suite("celestra-admin emulator")
struct EmulatorCommandTests {
  private static let openssl = TestProgram("openssl")
  private static let hasCurl = openssl != nil && TestProgram("curl") != nil
  private static let hasPython =
    TestEnvironment.comparesPeers && openssl != nil
    && TestProgram("python3")?.succeeds("-c", "import requests, cryptography") == true

  private static let clients = Session.root.appendingPathComponent("Tests/CelestraAdminTests/Fixtures/Clients")

  /// A session with a key created as the command's help says.
  private static func sessionWithKey() throws -> Session {
    let session = try Session(copying: "schema")
    for arguments in [
      ["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "key.pem"],
      ["ec", "-in", "key.pem", "-pubout", "-out", "public.pem"],
    ] {
      let made = try #require(openssl).run(arguments, in: session.folder)
      try #require(made.status == 0, "\(made.text)")
    }
    return session
  }

  /// Runs a client and returns its exit status and output.
  private static func run(
    _ interpreter: String, _ script: String, of container: String = "iCloud.org.example", at emulator: EmulatorProcess
  ) throws -> TestProgram.Result {
    try #require(TestProgram(interpreter)).run(
      [script, emulator.url, container, EmulatorProcess.keyID, "key.pem"], in: emulator.session.folder)
  }

  @Test("a folder without a schema has the program's own")
  func noSchema() throws {
    let emulator = try EmulatorProcess(Session())
    let session = emulator.session
    #expect(FileManager.default.fileExists(atPath: session.path("emulated.sqlite")))
    #expect(!FileManager.default.fileExists(atPath: session.path("schema")))
  }

  @Test(
    "a curl and openssl client written from Apple's documentation creates, reads, queries, and deletes",
    .enabled(if: hasCurl, "curl or openssl is missing"))
  func curl() throws {
    let emulator = try EmulatorProcess(Self.sessionWithKey())
    let run = try Self.run(
      "sh", Self.clients.appendingPathComponent("curl-client.sh").path, at: emulator)
    #expect(run.status == 0)
    #expect(
      run.text == """
        created: from-curl
        read: From curl
        updated: Changed by curl
        found: from-curl
        deleted: true
        then: NOT_FOUND

        """)
  }

  @Test(
    "a Python client written from Apple's documentation creates, reads, pages, and deletes",
    .enabled(if: hasPython, "needs openssl, python3 with requests and cryptography, and CELESTRA_PEERS=1"))
  func python() throws {
    let emulator = try EmulatorProcess(Self.sessionWithKey())
    let run = try Self.run(
      "python3", Self.clients.appendingPathComponent("python_client.py").path, at: emulator)
    #expect(run.status == 0)
    #expect(
      run.text == """
        created: python-0 python-1 python-2 python-3 python-4
        read: 200 FeedCategory FeedCategory FeedCategory FeedCategory FeedCategory NOT_FOUND
        updated: star CONFLICT
        found: [['python-4', 'python-3'], ['python-2', 'python-1'], ['python-0']]
        refused: 400 BAD_REQUEST Field 'icon' is not marked queryable
        deleted: 5

        """)
  }

  @Test(
    "records are stored in the container file as the key's user and survive a restart",
    .enabled(if: hasCurl, "curl or openssl is missing"))
  func file() throws {
    let session = try Self.sessionWithKey()
    let script = Self.clients.appendingPathComponent("curl-client.sh").path
    let half = try String(contentsOfFile: script, encoding: .utf8)
      .components(separatedBy: "\nupdated=").first.map { $0 + "\n" }
    try session.write(try #require(half), to: "half.sh")
    let emulator = try EmulatorProcess(session, container: "celestra.sqlite")
    _ = try Self.run("sh", "half.sh", at: emulator)
    #expect(emulator.stop() == 0)
    #expect(try session.sqlite("SELECT name FROM FeedCategory") == ["From curl"])
    #expect(try session.sqlite("SELECT ___createdBy GLOB '_[0-9a-f]*' FROM FeedCategory") == ["1"])
    let again = try EmulatorProcess(session, container: "iCloud.org.example=celestra.sqlite")
    #expect(try Self.run("sh", "half.sh", at: again).text.contains("read: From curl"))
    #expect(try !Self.run("sh", "half.sh", of: "iCloud.org.other", at: again).text.contains("read: From curl"))
    let log = again.endedLog()
    #expect(log.contains("the emulator serves no container 'iCloud.org.other' (development)"))
    #expect(!again.isGivenAway(by: log))
  }

  @Test("every answer is delayed by the latency, a slow one by more")
  func late() throws {
    let emulator = try EmulatorProcess(
      Session(copying: "schema"), ["--latency", "30ms", "--fault", "slow=1", "--slow-by", "20ms"])
    let start = ContinuousClock.now
    #expect(try emulator.run(["doctor"]).out.contains("every record type can be read"))
    let time = ContinuousClock.now - start
    let log = emulator.endedLog().split(separator: "\n").filter { $0.contains(" POST ") && $0.contains(" 200") }
    // The check sends one request after another.
    #expect(log.count > 10 && log.allSatisfy { $0.hasSuffix(" 200 (fault slow)") })
    #expect(time >= .milliseconds(50) * log.count)
  }

  private static let mistakes: [(arguments: [String], error: String)] = [
    ([], "pass --key-id and --public-key: clients need a key to sign requests"),
    (["--key-id", "A"], "pass one --public-key per --key-id, in the same order"),
    (
      ["--key-id", "A", "--key-id", "production:A", "--public-key", "x", "--public-key", "x"],
      "two --key-id options have the same id"
    ),
    (["--key-id", "", "--public-key", "x"], "a --key-id has no id"),
    (["--key-id", "production:", "--public-key", "x"], "a --key-id has no id"),
    (["--key-id", "A", "--public-key", "x", "--role", "Admin"], "--role must be role=id, not 'Admin'"),
    (
      ["--key-id", "A", "--public-key", "x", "--role", "Admin=B"], "--role refers to a key id without a --key-id option"
    ),
    (["--key-id", "A", "--public-key", "x", "--port", "70000"], "--port must be between 0 and 65535, not 70000"),
    (["--key-id", "A", "--public-key", "x", "--fault", "explosion=1"], "The value 'explosion=1' is invalid"),
    (["--key-id", "A", "--public-key", "x", "--fault", "slow=2"], "The value 'slow=2' is invalid"),
    (["--key-id", "A", "--public-key", "x", "--throttle", "fast"], "The value 'fast' is invalid"),
    (["--key-id", "A", "--public-key", "x", "--index-lag", "3"], "The value '3' is invalid"),
    (
      ["--key-id", "A", "--public-key", "x", "--container", "iCloud.a/staging=f"],
      "'iCloud.a/staging=f' is not iCloud.…/development=FILE or iCloud.…/production=FILE"
    ),
    (
      ["--key-id", "A", "--public-key", "x", "--container", "iCloud.a/production="],
      "'iCloud.a/production=' is not iCloud.…/development=FILE or iCloud.…/production=FILE"
    ),
    (["--key-id", "A", "--public-key", "x", "--container", "iCloud.a"], "'iCloud.a' has no file"),
  ]

  @Test("invalid flags are reported, and nothing is served", arguments: mistakes)
  func mistaken(arguments: [String], error: String) throws {
    let run = try Session(copying: "schema").run(["emulator"] + arguments)
    #expect(run.status == 64)
    #expect(run.err.contains(error), "\(run)")
  }

  @Test("an invalid key, an invalid schema, and a port in use are reported")
  func failures() throws {
    let session = try Session(copying: "schema")
    try session.write("nothing", to: "no.pem")
    let key = try session.run("emulator", "--key-id", "A", "--public-key", "no.pem")
    #expect(key.status == 2)
    #expect(
      key.err
        == "celestra-admin: error: cannot use the key file no.pem: it holds no PEM public key ('-----BEGIN PUBLIC KEY-----')\n"
    )
    let emulator = try EmulatorProcess(session)
    let port = try #require(emulator.url.split(separator: ":").last.map(String.init))
    let taken = try session.run("emulator", "--port", port, "--key-id", "A", "--public-key", "public.pem")
    #expect(taken.status == 2)
    #expect(taken.err == "celestra-admin: error: port \(port) is in use; choose another with --port\n")
    try session.write("DEFINE SCHEMA RECORD", to: "bad.ckdb")
    let schema = try session.run(
      "emulator", "--port", "0", "--key-id", "A", "--public-key", "public.pem", "--schema", "bad.ckdb")
    #expect(schema.status == 2)
    #expect(schema.err.contains("cannot use the schema bad.ckdb: it has errors"))
  }

  @Test("a schema that a container cannot store is reported before serving")
  func unservable() throws {
    let session = try Session(copying: "schema")
    _ = try EmulatorProcess(session).stop()
    try session.write(
      #"DEFINE SCHEMA RECORD TYPE A ( text STRING, Text STRING, GRANT READ TO "_world" );"#, to: "c.ckdb")
    let schema = try session.run(
      "emulator", "--port", "0", "--key-id", "A", "--public-key", "public.pem", "--schema", "c.ckdb")
    #expect(schema.status == 2)
    #expect(
      schema.err.hasPrefix("celestra-admin: error: cannot use the schema c.ckdb: 'A' has two columns 'Text', as SQL"))
  }

  @Test("an unknown role is a warning")
  func unknownRole() throws {
    let emulator = try EmulatorProcess(Session(copying: "schema"), ["--role", "Nope=\(EmulatorProcess.keyID)"])
    let log = emulator.endedLog()
    #expect(log.hasPrefix("warning: --role Nope=… has no effect: no served schema declares the role\n"))
    #expect(!log.contains("Admin"))
  }

  @Test("an empty or missing file becomes a container")
  func emptyFile() throws {
    let session = try Session(copying: "schema")
    try session.write("", to: "empty.sqlite")
    let emulator = try EmulatorProcess(session, container: "empty.sqlite")
    #expect(try emulator.run(["doctor"]).out.contains("every record type can be read"))
    #expect(emulator.stop() == 0)
    #expect(try session.sqlite("SELECT count(*) FROM FeedCategory", in: "empty.sqlite") == ["0"])
  }
}
