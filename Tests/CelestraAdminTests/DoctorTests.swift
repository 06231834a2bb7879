import Catalog
import Diagnostics
import SQLiteStore
import Testing

@testable import CelestraAdmin
@testable import CommandLineTool

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
      Checklist(Self.complete.checks).text(.plain) == """
        works    configuration  .celestra-admin.yaml is valid
        works    schema         schema/celestra.ckdb declares 6 record types
        works    container      celestra.sqlite can be created
        works    contact        the contact is set
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
        $0.schemaFile = "x.ckdb"
        $0.schema = .failure(CommandFailure("cannot read x.ckdb: no such file; check the path", .noFile))
      },
      Lack("schema", "there is no schema/celestra.ckdb in this folder", "celestra-admin init") {
        $0.schema = .failure(CommandFailure("cannot read schema/celestra.ckdb: no such file; copy it", .noFile))
      },
      Lack("schema", "cannot read schema/celestra.ckdb: permission denied", "chmod u+r 'schema/celestra.ckdb'") {
        $0.schema = .failure(
          CommandFailure(
            "cannot read schema/celestra.ckdb: permission denied", .permissionDenied(path: "schema/celestra.ckdb")))
      },
      Lack("articles", "lacks Feed.articlesDigest:", "celestra-admin update --schema schema/celestrakit.ckdb") {
        $0.marks = (.celestraKit, ["Feed.articlesDigest"])
      },
      Lack("articles", "lacks FeedMetadata.a:", "celestra-admin schema plan 'a.ckdb' schema/celestra.ckdb") {
        $0.schemaFile = "a.ckdb"
        $0.container = .success(.cloud(id: "iCloud.a"))
        $0.marks = (.publicCatalog, ["FeedMetadata.a"])
      },
      Lack(
        "articles", "lacks FeedMetadata.a:",
        "copy them into '../schema/celestra.ckdb' from the schema/celestra.ckdb of this version, which"
      ) {
        $0.schemaFile = "../schema/celestra.ckdb"
        $0.marks = (.publicCatalog, ["FeedMetadata.a"])
      },
      Lack("schema", "the schema has errors", "celestra-admin schema validate 'a.ckdb'") {
        $0.schemaFile = "a.ckdb"
        $0.schema = .failure(CommandFailure("the schema has errors\na.ckdb:1:1: error: x [y]"))
      },
      Lack("configuration", "the configuration has errors", "'celestra-admin config' checks it") {
        $0.configuration = .failure(CommandFailure("the configuration has errors\na:1:1: error: x [y]"))
      },
      Lack("configuration", "cannot read a.yaml: no such file", "pass --config FILE") {
        $0.configuration = .failure(CommandFailure("cannot read a.yaml: no such file; check the path", .noFile))
      },
      Lack("configuration", "cannot read .celestra-admin.yaml: permission denied", "chmod u+r '.celestra-admin.yaml'") {
        $0.configuration = .failure(
          CommandFailure(
            "cannot read .celestra-admin.yaml: permission denied", .permissionDenied(path: ".celestra-admin.yaml")))
      },
      Lack("container", "a/b.sqlite cannot be created: the folder a c does not exist", "mkdir -p 'a c'") {
        $0.container = .success(.local(path: "a/b.sqlite", access: nil, folder: nil, target: "a c"))
      },
      Lack("container", "container 'c.sqlite' is damaged", "container restore BACKUP --to NEW-FILE") {
        $0.container = .success(.unusable(LocalContainerError("c.sqlite", .damaged("x"))))
      },
      Lack("container", "a.ckdb/b cannot be created: a.ckdb is not a folder", "pass --container FILE") {
        $0.container = .success(.local(path: "a.ckdb/b", access: nil, folder: .init(), target: "a.ckdb"))
      },
      Lack("schema", "it contains a private key", "pass --schema FILE") {
        $0.schema = .failure(
          CommandFailure("cannot read key.pem: it contains a private key; pass another file", .unreadable))
      },
      Lack("network", "https://h cannot be used: its certificate is not trusted", "authority's certificate") {
        $0.server = .success(
          .fails("https://h", reason: "its certificate is not trusted: self-signed", isUntrusted: true))
      },
      Lack("schema", "'schema/celestra.ckdb' does not exist", "pass --schema FILE") {
        $0.container = .success(.cloud(id: "iCloud.a"))
        $0.schema = .failure(
          CommandFailure("cannot read the schema of iCloud.a, and 'schema/celestra.ckdb' does not exist", .noFile))
      },
      Lack("key", "cannot read key.pem: permission denied", "chmod 600 'key.pem'") {
        $0.key = .failure(
          CommandFailure("cannot read key.pem: permission denied", .permissionDenied(path: "key.pem")))
      },
      Lack("container", "the folder of /a/b.sqlite cannot be written", "pass --container FILE") {
        $0.container = .success(
          .local(path: "/a/b.sqlite", access: nil, folder: .init(isFolder: true, isWritable: false)))
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
        $0.key = .failure(CommandFailure("an iCloud container requires a server-to-server key: pass --key-id", .noKey))
      },
      Lack("key", "invalid key id", "export CLOUDKIT_KEY_ID=ID") {
        $0.key = .failure(
          CommandFailure("invalid key id: CloudKit Console shows 64 hexadecimal digits for a key", .invalidKeyID))
      },
      Lack("key", "cannot read key.pem", "export CLOUDKIT_PRIVATE_KEY_PATH=FILE") {
        $0.key = .failure(CommandFailure("cannot read key.pem: no such file; check the path", .noFile))
      },
      Lack("state", "'update --no-articles' cannot write /nonexistent", "export XDG_STATE_HOME=FOLDER") {
        $0.key = .success(.init(file: nil, isPrivate: true))
        $0.state = ("/nonexistent", false)
      },
      Lack("contact", "no contact is set", "write 'contact: https://") { $0.contact = nil },
      Lack("contact", "is not an http, https, or mailto address", "write 'contact: https://") {
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
    let failures = facts.checks.filter { $0.state == .fails }
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
    facts.container = .failure(CommandFailure("a.yaml:1:1: error: x"))
    facts.certificates = nil
    facts.server = .success(.fails("https://h", reason: "cannot connect"))
    #expect(facts.checks.filter { $0.state == .fails }.map(\.subject) == ["configuration", "certificates"])
  }
}
