import Foundation
import Testing

@Suite("celestra-admin emulator")
struct EmulatorCommandTests {
  private static let hasOpenSSL = RunningEmulator.can("openssl", ["version"])
  private static let hasCurl = hasOpenSSL && RunningEmulator.can("curl", ["--version"])
  private static let hasPython = hasOpenSSL && RunningEmulator.can("python3", ["-c", "import requests, cryptography"])

  private static let clients = Session.root.appendingPathComponent("Tests/CelestraAdminTests/Fixtures/Clients")

  private static func session() throws -> Session {
    let session = try Session()
    try session.copy("schema")
    return session
  }

  @Test(
    "a client of curl and openssl, written from Apple's documentation, creates, reads, queries and deletes",
    .enabled(if: hasCurl, "curl or openssl is not there"))
  func curl() throws {
    let session = try Self.session()
    let emulator = try RunningEmulator(session)
    let (status, text) = try RunningEmulator.run(
      "sh",
      [
        Self.clients.appendingPathComponent("curl-client.sh").path, emulator.url, "iCloud.org.example", "KEY",
        "key.pem",
      ],
      in: session)
    #expect(status == 0)
    #expect(
      text == """
        created: from-curl
        read: From curl
        updated: Changed by curl
        found: from-curl
        deleted: true
        then: NOT_FOUND

        """)
  }

  @Test(
    "a client of Python, written from Apple's documentation, creates, reads, pages and deletes",
    .enabled(if: hasPython, "python3 with requests and cryptography, or openssl, is not there"))
  func python() throws {
    let session = try Self.session()
    let emulator = try RunningEmulator(session)
    let (status, text) = try RunningEmulator.run(
      "python3",
      [
        Self.clients.appendingPathComponent("python_client.py").path, emulator.url, "iCloud.org.example", "KEY",
        "key.pem",
      ],
      in: session)
    #expect(status == 0)
    #expect(
      text == """
        created: python-0 python-1 python-2 python-3 python-4
        read: 200 FeedCategory FeedCategory FeedCategory FeedCategory FeedCategory NOT_FOUND
        updated: star CONFLICT
        found: [['python-4', 'python-3'], ['python-2', 'python-1'], ['python-0']]
        refused: 400 BAD_REQUEST Field 'icon' is not marked queryable
        deleted: 5

        """)
  }

  @Test(
    "records are in the container file, made in the key's name, and are there after a restart",
    .enabled(if: hasCurl, "curl or openssl is not there"))
  func file() throws {
    let session = try Self.session()
    let script = Self.clients.appendingPathComponent("curl-client.sh").path
    let half = try String(contentsOfFile: script, encoding: .utf8)
      .components(separatedBy: "\nupdated=").first.map { $0 + "\n" }
    try session.write(try #require(half), to: "half.sh")
    let emulator = try RunningEmulator(session, ["--container", "celestra.sqlite"])
    _ = try RunningEmulator.run("sh", ["half.sh", emulator.url, "iCloud.org.example", "KEY", "key.pem"], in: session)
    #expect(emulator.stop() == 0)
    #expect(try session.sqlite("SELECT name FROM FeedCategory") == ["From curl"])
    #expect(try session.sqlite("SELECT ___createdBy GLOB '_[0-9a-f]*' FROM FeedCategory") == ["1"])
    let again = try RunningEmulator(session, ["--container", "iCloud.org.example=celestra.sqlite"])
    let second = try RunningEmulator.run(
      "sh", ["half.sh", again.url, "iCloud.org.example", "KEY", "key.pem"], in: session)
    #expect(second.text.contains("read: From curl"))
    let other = try RunningEmulator.run(
      "sh", ["half.sh", again.url, "iCloud.org.other", "KEY", "key.pem"], in: session)
    #expect(!other.text.contains("read: From curl"))
    #expect(again.log.contains("the emulator serves no container 'iCloud.org.other' (development)"))
    #expect(!again.log.contains("KEY"))
  }

  private static let mistakes: [(arguments: [String], error: String)] = [
    ([], "say --key-id and --public-key: without a key no request can be signed"),
    (["--key-id", "A"], "give one --public-key for each --key-id, in the same order"),
    (
      ["--key-id", "A", "--key-id", "production:A", "--public-key", "x", "--public-key", "x"],
      "a --key-id is there twice"
    ),
    (["--key-id", "A", "--public-key", "x", "--role", "Admin"], "--role is role=id, not 'Admin'"),
    (["--key-id", "A", "--public-key", "x", "--role", "Admin=B"], "--role names a key id that no --key-id has"),
    (["--key-id", "A", "--public-key", "x", "--port", "70000"], "--port is 0 to 65535, not 70000"),
    (["--key-id", "A", "--public-key", "x", "--fault", "explosion=1"], "The value 'explosion=1' is invalid"),
    (["--key-id", "A", "--public-key", "x", "--fault", "slow=2"], "The value 'slow=2' is invalid"),
    (["--key-id", "A", "--public-key", "x", "--throttle", "fast"], "The value 'fast' is invalid"),
    (["--key-id", "A", "--public-key", "x", "--index-lag", "3"], "The value '3' is invalid"),
    (
      ["--key-id", "A", "--public-key", "x", "--container", "iCloud.a/staging=f"],
      "'iCloud.a/staging=f' is not iCloud.…/development=FILE or iCloud.…/production=FILE"
    ),
    (["--key-id", "A", "--public-key", "x", "--container", "iCloud.a"], "'iCloud.a' names no file"),
  ]

  @Test("what is wrong with the flags is said, and nothing is served", arguments: mistakes)
  func mistaken(arguments: [String], error: String) throws {
    let run = try Self.session().run(["emulator"] + arguments)
    #expect(run.status == 64)
    #expect(run.err.contains(error), "\(run)")
  }

  @Test("a key that is none, a schema with mistakes and a port that is taken are said")
  func failures() throws {
    let session = try Self.session()
    try session.write("nothing", to: "no.pem")
    let key = try session.run("emulator", "--key-id", "A", "--public-key", "no.pem")
    #expect(key.status == 2)
    #expect(
      key.err
        == "celestra-admin: error: cannot use the key file no.pem: it holds no PEM public key ('-----BEGIN PUBLIC KEY-----')\n"
    )
    let emulator = try RunningEmulator(session)
    let port = try #require(emulator.url.split(separator: ":").last.map(String.init))
    let taken = try session.run("emulator", "--port", port, "--key-id", "A", "--public-key", "public.pem")
    #expect(taken.status == 2)
    #expect(taken.err.hasPrefix("celestra-admin: error: cannot serve at 127.0.0.1 port \(port): "))
    #expect(taken.err.hasSuffix("; choose another --port\n"))
    try session.write("DEFINE SCHEMA RECORD", to: "bad.ckdb")
    let schema = try session.run(
      "emulator", "--port", "0", "--key-id", "A", "--public-key", "public.pem", "--schema", "bad.ckdb")
    #expect(schema.status == 2)
    #expect(schema.err.contains("cannot use the schema bad.ckdb: it has mistakes"))
  }
}
