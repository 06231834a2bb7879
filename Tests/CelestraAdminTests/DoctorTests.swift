import Crypto
import Foundation
import SQLiteStore
import Testing

@testable import CelestraAdmin

@Suite("celestra-admin doctor")
struct DoctorTests {
  /// A machine that lacks nothing.
  private static var complete: MachineFacts {
    var facts = MachineFacts()
    facts.configuration = .success(".celestra-admin.yaml")
    facts.schema = .success((6, true))
    facts.container = .success(.local(path: "celestra.sqlite", access: nil, folder: .init(isFolder: true)))
    facts.contact = "https://example.com/about"
    facts.certificates = "/etc/ssl/certs/ca-certificates.crt"
    facts.server = .success(.answers("https://cloudkit.example", clockSkew: .seconds(-3)))
    return facts
  }

  @Test("a machine that lacks nothing passes every check")
  func nothing() {
    #expect(
      DoctorReport(items: Self.complete.checkedItems).text(.plain) == """
        works    configuration  .celestra-admin.yaml is valid
        works    schema         schema/celestra.ckdb declares 6 record types
        works    container      celestra.sqlite can be created
        works    contact        CELESTRA_CONTACT_URL is set
        works    certificates   /etc/ssl/certs/ca-certificates.crt has the certificates to trust
        works    network        https://cloudkit.example answers
        works    clock          this machine's clock agrees with the server's
        works    encodings      feeds in Japanese, Chinese, and Korean encodings can be read
        nothing is missing

        """)
  }

  @Test(
    "each missing thing is named with the command that fixes it",
    arguments: [
      Lack("schema", "cannot read x.ckdb: no such file; check the path", "pass --schema FILE") {
        $0.schema = .failure(CommandFailure("cannot read x.ckdb: no such file; check the path"))
      },
      Lack("schema", "there is no schema/celestra.ckdb in this folder", "cp -R 'schema' .") {
        $0.schema = .failure(CommandFailure("cannot read schema/celestra.ckdb: no such file; copy it"))
        $0.copyCommand = "cp -R 'schema' ."
      },
      Lack("schema", "cannot read schema/celestra.ckdb: permission denied", "chmod u+r 'schema/celestra.ckdb'") {
        $0.schema = .failure(CommandFailure("cannot read schema/celestra.ckdb: permission denied"))
      },
      Lack("schema", "the schema has errors", "celestra-admin schema validate 'a.ckdb'") {
        $0.schemaFile = "a.ckdb"
        $0.schema = .failure(CommandFailure("the schema has errors\na.ckdb:1:1: error: x [y]"))
      },
      Lack("configuration", "the configuration has errors", "'celestra-admin schema config' checks it") {
        $0.configuration = .failure(CommandFailure("the configuration has errors\na:1:1: error: x [y]"))
      },
      Lack("configuration", "cannot read a.yaml: no such file", "pass --config FILE") {
        $0.configuration = .failure(CommandFailure("cannot read a.yaml: no such file; check the path"))
      },
      Lack("configuration", "cannot read .celestra-admin.yaml: permission denied", "chmod u+r FILE") {
        $0.configuration = .failure(CommandFailure("cannot read .celestra-admin.yaml: permission denied"))
      },
      Lack("container", "a/b.sqlite cannot be created: the folder a c does not exist", "mkdir -p 'a c'") {
        $0.container = .success(.local(path: "a/b.sqlite", access: nil, folder: nil, target: "a c"))
      },
      Lack("container", "container 'c.sqlite' is damaged", "container restore BACKUP --to NEW-FILE") {
        $0.container = .success(.unusable(LocalContainerError("c.sqlite", .damaged("x"))))
      },
      Lack("schema", "'schema/celestra.ckdb' does not exist", "pass --schema FILE") {
        $0.schema = .failure(
          CommandFailure("cannot read the schema of iCloud.a, and 'schema/celestra.ckdb' does not exist"))
      },
      Lack("key", "cannot read key.pem: permission denied", "chmod 600 'key.pem'") {
        $0.keyFile = "key.pem"
        $0.key = .failure(CommandFailure("cannot read key.pem: permission denied"))
      },
      Lack("container", "the folder of /a/b.sqlite cannot be written", "pass --container FILE") {
        $0.container = .success(.local(path: "/a/b.sqlite", access: nil, folder: .init(isWritable: false)))
      },
      Lack("container", "it's.sqlite cannot be written", #"chmod u+rw 'it'\''s.sqlite'"#) {
        $0.container = .success(.local(path: "it's.sqlite", access: .init(isWritable: false), folder: .init()))
      },
      Lack("container", "b.sqlite cannot be read", "chmod u+rw 'b.sqlite' 'b.sqlite-shm'") {
        $0.container = .success(
          .local(path: "b.sqlite", others: ["b.sqlite-shm"], access: .init(isReadable: false), folder: .init()))
      },
      Lack("container", "the folder of /a/b.sqlite cannot be written", "copy it to a folder of your own") {
        $0.container = .success(
          .local(path: "/a/b.sqlite", access: .init(isWritable: false), folder: .init(isWritable: false)))
      },
      Lack("container", "seed is a folder", "pass --container FILE") {
        $0.container = .success(.local(path: "seed", access: .init(isFolder: true), folder: .init()))
      },
      Lack("container", "'x' is not a valid container id", "export CLOUDKIT_CONTAINER_ID=iCloud.ID") {
        $0.container = .failure(CommandFailure("'x' is not a valid container id"))
      },
      Lack("environment", "must be development or production", "export CLOUDKIT_ENVIRONMENT=development") {
        $0.environment = .failure(CommandFailure("CLOUDKIT_ENVIRONMENT must be development or production, not 'x'"))
      },
      Lack("key", "other users can read key.pem", "chmod 600 'key.pem'") {
        $0.key = .success(.init(file: "key.pem", isPrivate: false))
      },
      Lack("key", "requires a server-to-server key", "export CLOUDKIT_KEY_ID=ID CLOUDKIT_PRIVATE_KEY_PATH=FILE") {
        $0.key = .failure(CommandFailure("an iCloud container requires a server-to-server key: pass --key-id"))
      },
      Lack("key", "invalid key id", "export CLOUDKIT_KEY_ID=ID") {
        $0.key = .failure(CommandFailure("invalid key id: CloudKit Console shows 64 hexadecimal digits for a key"))
      },
      Lack("key", "cannot read key.pem", "export CLOUDKIT_PRIVATE_KEY_PATH=FILE") {
        $0.key = .failure(CommandFailure("cannot read key.pem: no such file; check the path"))
      },
      Lack("state", "'health probe' cannot write /nonexistent", "export XDG_STATE_HOME=FOLDER") {
        $0.key = .success(.init(file: nil, isPrivate: true))
        $0.state = ("/nonexistent", false)
      },
      Lack("contact", "CELESTRA_CONTACT_URL is not set", "export CELESTRA_CONTACT_URL=https://") { $0.contact = nil },
      Lack("contact", "is not an http, https, or mailto address", "export CELESTRA_CONTACT_URL=https://") {
        $0.contact = "example.com"
      },
      Lack("certificates", "no certificates to trust", "apt-get install ca-certificates") { $0.certificates = nil },
      Lack("network", "https://h does not answer: cannot connect to h port 443", "unset CLOUDKIT_BASE_URL") {
        $0.server = .success(.fails("https://h", reason: "cannot connect to h port 443"))
      },
      Lack("network", "https://api.apple-cloudkit.com does not answer", "allow https to https://api.apple-cloudkit.com")
      {
        $0.server = .success(.fails("https://api.apple-cloudkit.com", reason: "the name is not known"))
      },
      Lack("clock", "901 s behind the clock of https://h", "sudo timedatectl set-ntp true") {
        $0.server = .success(.answers("https://h", clockSkew: .seconds(-901)))
      },
      Lack("encodings", "feeds in BIG5 cannot be read", "dnf install glibc-gconv-extra") {
        $0.missingEncodings = ["BIG5"]
      },
    ])
  func lacks(lack: Lack) throws {
    var facts = Self.complete
    lack.change(&facts)
    let failures = facts.checkedItems.filter { $0.state == .fails }
    #expect(failures.map(\.subject) == [lack.subject])
    let item = try #require(failures.first)
    #expect(item.text.contains(lack.text))
    #expect(item.advice?.contains(lack.advice) == true)
  }

  /// A fact that a machine lacks, and what the check says about it.
  struct Lack: Sendable {
    let subject, text, advice: String
    let change: @Sendable (inout MachineFacts) -> Void

    init(
      _ subject: String, _ text: String, _ advice: String, _ change: @escaping @Sendable (inout MachineFacts) -> Void
    ) {
      (self.subject, self.text, self.advice, self.change) = (subject, text, advice, change)
    }
  }

  @Test("mistakes in the configuration are named once, and the network is not asked without certificates")
  func consequences() {
    var facts = Self.complete
    facts.configuration = .failure(CommandFailure("a.yaml:1:1: error: x"))
    facts.schema = .failure(CommandFailure("a.yaml:1:1: error: x"))
    facts.copyCommand = "cp -R 'schema' ."
    facts.container = .failure(CommandFailure("a.yaml:1:1: error: x"))
    facts.certificates = nil
    facts.server = .success(.fails("https://h", reason: "cannot connect"))
    #expect(facts.checkedItems.filter { $0.state == .fails }.map(\.subject) == ["configuration", "certificates"])
  }

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
    arguments: ["iCloud.a b", "iCloud.a/b", "iCloud.ü", "iCloud.a.b@prod", "iCloud."])
  func id(id: String) throws {
    let session = try Session()
    try session.copy("schema")
    session.environment["CELESTRA_CONTACT_URL"] = "https://example.com/about"
    session.environment["CLOUDKIT_CONTAINER_ID"] = id
    let result = try session.run("doctor", "--offline")
    #expect(result.status == 1)
    #expect(result.out.contains("fails    container      '\(id)' is not a valid container id"))
  }

  @Test("an id that Apple cannot have given a key is named; other servers have other ids")
  func keyID() throws {
    let session = try Session()
    try session.copy("schema")
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
    #expect((report["summary"] as? [String: Int])?["fails"] == 0)
    #expect((report["items"] as? [[String: String]])?.first?["subject"] == "configuration")
    #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder.path).sorted() == [".in", "schema"])
  }

  @Test("names a wrong environment, and a file that is no container")
  func mistakes() throws {
    let session = try Session()
    try session.copy("schema")
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
    #expect(try emulator.run(["doctor"]).out.contains("fails    state          'health probe' cannot write /dev/null/"))
    let probe = try emulator.run(["health", "probe", "--contact", "https://example.com/about"])
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
