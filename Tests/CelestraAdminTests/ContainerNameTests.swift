import Foundation
import Testing

@Suite("Names of containers and servers")
struct ContainerNameTests {
  private static func session() throws -> Session {
    let session = try Session(copying: "schema")
    try session.write(#"{"categories":[{"slug":"general","name":"General"}]}"#, to: "c.json")
    return session
  }

  /// The first line of a usage error that created no file.
  private static func refusal(_ session: Session, _ arguments: String...) throws -> Substring? {
    let files = try FileManager.default.contentsOfDirectory(atPath: session.folder.path).filter { $0 != ".in" }
    let run = try session.run(arguments)
    let after = try FileManager.default.contentsOfDirectory(atPath: session.folder.path).filter { $0 != ".in" }
    #expect(run.status == 64 && run.out == "" && after.sorted() == files.sorted(), "\(run)")
    return run.err.split(separator: "\n").first
  }

  @Test(
    "a mistyped container id is not used as a file name",
    arguments: [
      (
        "icloud.org.example.Celestra",
        "'icloud.org.example.Celestra' is not a valid container id: write iCloud.org.example.Celestra for a container, or "
          + "./icloud.org.example.Celestra for a file"
      ),
      (
        "ICLOUD.x",
        "'ICLOUD.x' is not a valid container id: write iCloud.x for a container, or ./ICLOUD.x for a file"
      ),
      ("iCloud.", "'iCloud.' is not a valid container id, such as iCloud.org.example.app"),
      ("iCloud.x/../y", "'iCloud.x/../y' is not a valid container id, such as iCloud.org.example.app"),
    ])
  func slips(name: String, message: String) throws {
    let session = try Self.session()
    #expect(try Self.refusal(session, "seed", "c.json", "--container", name) == "celestra-admin: error: \(message)")
  }

  @Test("an existing file with such a name, or a path with a folder, is a local container")
  func files() throws {
    let session = try Self.session()
    #expect(try session.run("seed", "c.json", "--container", "./icloud.sqlite").status == 0)
    #expect(try session.run("categories", "list", "--container", "icloud.sqlite").out.contains("General"))
  }

  @Test("CLOUDKIT_CONTAINER_ID without --container is never ignored")
  func environment() throws {
    let session = try Self.session()
    for name in ["icloud.org.example.Celestra", "org.example"] {
      session.environment["CLOUDKIT_CONTAINER_ID"] = name
      #expect(
        try Self.refusal(session, "seed", "c.json")
          == "celestra-admin: error: CLOUDKIT_CONTAINER_ID is '\(name)', not an id that begins with 'iCloud.'; use --container for a local "
          + "file")
    }
    #expect(try session.run("seed", "c.json", "--container", "celestra.sqlite").status == 0)
  }

  @Test("a standard container of another environment than the option or variable is refused", arguments: [false, true])
  func otherEnvironment(isConfigured: Bool) throws {
    let session = try Self.session()
    if isConfigured {
      try session.write("container: iCloud.x@production\n", to: ".celestra-admin.yaml")
    } else {
      session.environment["CLOUDKIT_CONTAINER_ID"] = "iCloud.x@production"
    }
    let refusal = "celestra-admin: error: iCloud.x@production and --environment development contradict each other"
    #expect(try Self.refusal(session, "seed", "c.json", "--yes", "--environment", "development") == refusal[...])
    session.environment["CLOUDKIT_ENVIRONMENT"] = "development"
    #expect(
      try Self.refusal(session, "seed", "c.json", "--yes")
        == "celestra-admin: error: iCloud.x@production and CLOUDKIT_ENVIRONMENT=development contradict each other")
    // A name in the arguments precedes the variable.
    let named = try session.run("seed", "c.json", "--yes", "--container", "iCloud.x@production")
    #expect(named.status == 2 && named.err.contains("requires a server-to-server key"), "\(named)")
  }

  @Test("--confirm names the container also if nothing has to be confirmed, and an empty value is none")
  func confirmed() throws {
    let session = try Self.session()
    let run = try session.run("seed", "c.json", "--confirm", "iCloud.x")
    #expect(run.status == 2 && run.err.contains("--confirm must be celestra.sqlite, not iCloud.x"), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: session.path("celestra.sqlite")))
    #expect(try session.run("seed", "c.json", "--confirm", "").status == 0)
  }

  @Test("a file has no environment, as where the variable with the container is missing")
  func environmentOfFile() throws {
    let session = try Self.session()
    session.environment["CLOUDKIT_CONTAINER_ID"] = ""
    #expect(
      try Self.refusal(session, "seed", "c.json", "--yes", "--environment", "production")
        == "celestra-admin: error: --environment production requires an iCloud container, and celestra.sqlite is a file"
        + "; name iCloud.ID instead, or set CLOUDKIT_CONTAINER_ID")
    session.environment["CLOUDKIT_ENVIRONMENT"] = "production"
    #expect(try session.run("seed", "c.json").status == 0)
  }

  @Test(
    "an invalid CLOUDKIT_BASE_URL is refused and not shown",
    arguments: [
      "ftp://example.org", "http://127.0.0.1:99999", "http://127.0.0.1:0", "http://127.0.0.1:99999999999999999999",
      "http://user:secret@127.0.0.1:9", "http://secret@127.0.0.1:9", "http://127.0.0.1:9#secret",
      "http://127.0.0.1:9?secret", "http://127.0.0.1:9/secret", "http:///secret",
    ])
  func servers(address: String) throws {
    let session = try Self.session()
    session.environment["CLOUDKIT_BASE_URL"] = address
    #expect(
      try Self.refusal(session, "categories", "list", "--container", "iCloud.x", "--key-id", "abc")
        == "celestra-admin: error: CLOUDKIT_BASE_URL must be a server address, such as https://host or http://127.0.0.1:8080"
    )
  }

  @Test("a too slow pace is refused", arguments: ["0", "1e-300", "1e-20", "1e-9", "nan", "inf", "1001"])
  func pace(rate: String) throws {
    let arguments = ["categories", "list", "--container", "iCloud.x", "--max-requests-per-second", rate]
    let run = try Self.session().run(arguments)
    #expect(run.status == 64)
    #expect(
      run.err.hasPrefix("celestra-admin: error: --max-requests-per-second must be between 0.01 and 1000, not "),
      "\(run)")
  }

  @Test("the largest --limit lists everything")
  func limit() throws {
    let session = try Self.session()
    try session.run("seed", "c.json")
    let run = try session.run("feeds", "list", "--limit", "\(Int.max)")
    #expect(try run == session.run("feeds", "list", "--limit", "0") && run.status == 0)
  }

  @Test("a plan is checked and applied through one database with one pace and one set of statistics")
  func account() throws {
    let session = try Self.session()
    let emulator = try EmulatorProcess(session)
    #expect(try emulator.run(["seed", "c.json", "--plan-out", "p.json"]).status == 0)
    let applied = try emulator.run(["apply", "p.json", "--verbose"])
    #expect(applied.status == 0)
    #expect(applied.err.components(separatedBy: "CloudKit: ").count == 2, "\(applied.err)")
    #expect(applied.err.contains("CloudKit: 2 requests, "))
  }
}
