import Crypto
import FeedServer
import Foundation
import Testing

@testable import CelestraAdmin
@testable import CommandLineTool

@Suite("celestra-admin doctor, on a machine with mistakes")
struct DoctorCommandTests {
  @Test("a damaged container is found wherever the damage is, and is not changed", arguments: [5, 20])
  func damage(page: Int) throws {
    let session = try Session()
    for path in ["schema", "seed"] { try session.copy(path) }
    session.environment["CELESTRA_CONTACT_URL"] = "https://example.com/about"
    #expect(try session.run("seed").status == 0)
    let file = session.folder.appending(path: "celestra.sqlite")
    var bytes = try Data(contentsOf: file)
    bytes.replaceSubrange(page * 4096..<(page + 4) * 4096, with: repeatElement(0xAB, count: 4 * 4096))
    try bytes.write(to: file)
    let result = try session.run("doctor", "--offline")
    #expect(result.status == 1)
    #expect(result.out.contains("fails    container      container 'celestra.sqlite' is damaged"))
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test(
    "a malformed container id is named",
    arguments: ["iCloud.a b", "iCloud.a/b", "iCloud.ü", "iCloud.a b@production", "iCloud."])
  func id(id: String) throws {
    let session = try Session(copying: "schema")
    session.environment["CELESTRA_CONTACT_URL"] = "https://example.com/about"
    session.environment["CLOUDKIT_CONTAINER_ID"] = id
    let result = try session.run("doctor", "--offline")
    #expect(result.status == 1)
    #expect(result.out.contains("fails    container      '\(id)' is not "), "\(result)")
    #expect(!result.out.contains("fails    schema"))
  }

  @Test("the environment in the name of a container is the one that is shown")
  func environment() throws {
    let session = try Session(copying: "schema")
    session.environment["CLOUDKIT_CONTAINER_ID"] = "iCloud.org.example.celestra@production"
    let result = try session.run("doctor", "--offline")
    #expect(result.out.contains("works    environment    production\n"), "\(result)")
  }

  @Test("an id that Apple cannot have given a key is named; other servers have other ids")
  func keyID() throws {
    let session = try Session(copying: "schema")
    session.environment = [
      "CELESTRA_CONTACT_URL": "https://example.com/about", "CLOUDKIT_CONTAINER_ID": "iCloud.org.example.celestra",
      "CLOUDKIT_PRIVATE_KEY": P256.Signing.PrivateKey().pemRepresentation, "XDG_STATE_HOME": session.folder.path,
    ]
    let hex = String(repeating: "0a", count: 32)
    for (id, server, works) in [
      (hex, "", true), (hex.uppercased(), "", true), (String(hex.dropLast()), "", false), (hex + "0", "", false),
      (String(hex.dropLast()) + "g", "", false), ("an-id-of-another-server", "http://127.0.0.1:9", true),
    ] {
      session.environment["CLOUDKIT_KEY_ID"] = id
      session.environment["CLOUDKIT_BASE_URL"] = server
      let result = try session.run("doctor", "--offline")
      #expect(result.out.contains(works ? "works    key " : "fails    key            invalid key id"), "\(result)")
      #expect(!result.out.contains(id))
    }
  }

  @Test(
    "only the address of a page or a mailbox is a contact",
    arguments: [
      ("https://example.com/about", true), ("http://a", true), ("HTTPS://a.example", true),
      ("mailto:a@b.example", true),
      ("http://", false), ("https:///x", false), ("mailto:", false), ("mailto:a", false), ("example.com", false),
    ])
  func contact(text: String, isAddress: Bool) { #expect(FetchOptions.isAddress(text) == isAddress) }

  @Test("exits with 1 if something is missing, and changes nothing")
  func exits() throws {
    let session = try Session()
    session.environment["CELESTRA_CONTACT_URL"] = "https://example.com/about"
    let missing = try session.run("doctor", "--offline")
    #expect(missing.status == 1 && missing.err == "")
    #expect(missing.out.contains("fails    schema"))
    try session.copy("schema")
    let complete = try session.run("doctor", "--offline", "--format", "json")
    #expect(complete.status == 0, "\(complete)")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(complete.out.utf8)) as? [String: Any])
    #expect((report["summary"] as? [String: Any])?["fails"] as? Int == 0)
    #expect((report["items"] as? [[String: String]])?.first?["subject"] == "configuration")
    #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder.path).sorted() == [".in", "schema"])
  }

  @Test("names a wrong environment, and a file that is no container")
  func mistakes() throws {
    let session = try Session(copying: "schema")
    session.environment["CELESTRA_CONTACT_URL"] = "https://example.com/about"
    session.environment["CLOUDKIT_ENVIRONMENT"] = "prod"
    try session.write("no container\n", to: "celestra.sqlite")
    let result = try session.run("doctor", "--offline")
    #expect(result.status == 1)
    let failures = result.out.split(separator: "\n").filter { $0.hasPrefix("fails") || $0.contains("  → ") }
    #expect(
      failures == [
        "fails    container      cannot open container 'celestra.sqlite': it is not a SQLite database; pass another file, or "
          + "move this one",
        "                        → pass --container FILE",
        "fails    environment    CLOUDKIT_ENVIRONMENT must be development or production, not 'prod'",
        "                        → export CLOUDKIT_ENVIRONMENT=development",
      ])
    #expect(try session.read("celestra.sqlite") == "no container\n")
  }

  @Test("a secure server requires certificates")
  func certificates() throws {
    let apple = "https://api.apple-cloudkit.com"
    #expect(throws: CommandFailure.self) { try CloudCredentials.checkCertificates(for: apple, areMissing: true) }
    try CloudCredentials.checkCertificates(for: apple, areMissing: false)
    try CloudCredentials.checkCertificates(for: "http://127.0.0.1:8642", areMissing: true)
  }

  @Test("names a folder that cannot be created because a file is in its place")
  func fileInPlace() throws {
    let session = try Session()
    try session.write("", to: "a")
    #expect(
      try session.run("doctor", "--offline", "--container", "a/b/c.sqlite").out.contains("/a is not a folder\n"))
  }

  @Test("names a server whose certificate is not trusted")
  func untrusted() async throws {
    let certificates = try TestCertificates()
    defer { certificates.remove() }
    let server = try await FeedServer.start(certificate: certificates.selfSigned) { _ in .answer(200) }
    let session = try Session()
    session.environment["CLOUDKIT_BASE_URL"] = "https://localhost:\(server.port)"
    #expect(
      try session.run("doctor").out.contains(
        "https://localhost:\(server.port) cannot be used: its certificate is not trusted: self-signed, or by an unknown"
      ))
  }

  @Test("compares the clock with a server's, and names a server that does not answer")
  func server() throws {
    let session = try Session()
    for path in ["schema", "seed"] { try session.copy(path) }
    let emulator = try EmulatorProcess(session)
    let answered = try emulator.run(["doctor"])
    #expect(answered.out.contains("works    network"))
    #expect(answered.out.contains("works    clock"))
    #expect(answered.out.contains("works    key"))
    #expect(!emulator.isGivenAway(by: answered.out + answered.err))
    session.environment["XDG_STATE_HOME"] = "/dev/null"
    #expect(
      try emulator.run(["doctor"]).out.contains(
        "fails    state          'update --no-articles' cannot write /dev/null/"))
    let probe = try emulator.run(["update", "--no-articles", "--contact", "https://example.com/about"])
    #expect(probe.status == 2)
    #expect(
      probe.err.hasSuffix(
        "cannot create the folder /dev/null/celestra-admin; set XDG_STATE_HOME to a folder you can write\n"))
    session.environment["CLOUDKIT_BASE_URL"] = "http://127.0.0.1:1"
    let refused = try session.run("doctor")
    #expect(refused.status == 1)
    #expect(refused.out.contains("fails    network        http://127.0.0.1:1 does not answer: connection refused"))
    #expect(refused.out.contains("unknown  clock"))
  }
}
