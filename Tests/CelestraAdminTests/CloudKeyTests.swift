import Crypto
import Foundation
import TestEnvironment
import Testing

@testable import CelestraAdmin

@Suite("The key of an iCloud container")
struct CloudKeyTests {
  /// Invalid keys and their messages; no request is sent.
  private static let mistakes: [(file: String, text: String?, message: String)] = [
    (
      "none.pem", nil,
      "cannot read the private key: no such file; pass the path of its PEM file, or set CLOUDKIT_PRIVATE_KEY to its text"
    ),
    (".", nil, "cannot read .: it is a directory; pass a file in it"),
    (
      "empty.pem", "",
      "cannot use the private key 'empty.pem': it holds no PEM private key "
        + "('-----BEGIN EC PRIVATE KEY-----' or 'BEGIN PRIVATE KEY')"
    ),
    (
      "public.pem", P256.Signing.PrivateKey().publicKey.pemRepresentation,
      "cannot use the private key 'public.pem': this is the public key; pass the private key"
    ),
    (
      "curve.pem", P384.Signing.PrivateKey().pemRepresentation,
      "cannot use the private key 'curve.pem': this is a P-384 key; CloudKit requires P-256; create one with 'openssl "
        + "ecparam -name prime256v1 -genkey -noout'"
    ),
  ]

  private func run(_ session: Session, _ arguments: String...) throws -> Session.Transcript {
    session.environment["CLOUDKIT_BASE_URL"] = "http://127.0.0.1:9"
    return try session.run(
      ["health", "report", "--container", "iCloud.org.example.celestra", "--key-id", "abc"] + arguments)
  }

  @Test("an invalid key is reported with its path and a remedy", arguments: mistakes)
  func wrongKeys(file: String, text: String?, message: String) throws {
    let session = try Session(copying: "schema")
    if let text {
      try session.write(text, to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: session.path(file))
    }
    #expect(
      try run(session, "--private-key", file)
        == Session.Transcript(status: 2, out: "", err: "celestra-admin: error: \(message)\n"))
  }

  @Test(
    "the text of a key in place of a path is refused and not shown",
    arguments: [
      "feeds list CLOUDKIT_PRIVATE_KEY_PATH=KEY", "feeds list --private-key=KEY", "feeds list --private-key KEY",
      "feeds list --config=KEY", "feeds list --container=KEY", "schema lint KEY", "records show -- KEY",
    ])
  func misplacedKey(command: String) throws {
    let session = try Session(copying: "schema")
    let pem = P256.Signing.PrivateKey().pemRepresentation
    let secret = pem.split(separator: "\n").dropFirst().dropLast().map(String.init)
    var forms = ["\n", "\\n"].map { pem.replacingOccurrences(of: "\n", with: $0) }
    if command.contains("PATH") { forms += [secret.joined(), secret.joined(separator: "\\n")] }
    for key in forms {
      session.environment = ["CLOUDKIT_CONTAINER_ID": "iCloud.org.example.celestra", "CLOUDKIT_KEY_ID": "abc"]
      var arguments: [String] = []
      for word in command.split(separator: " ") {
        let parts = word.split(separator: "=")
        if word.hasPrefix("CLOUDKIT_") {
          session.environment[String(parts[0])] = key
        } else {
          arguments.append(word.replacingOccurrences(of: "KEY", with: key))
        }
      }
      let result = try session.run(arguments)
      #expect(result.status > 0)
      for line in secret { #expect(!(result.out + result.err).contains(line.prefix(16)), "\(result)") }
    }
  }

  @Test("what the program wrote is read, even if a description has a private key as an example")
  func exampleKey() throws {
    let session = try Session(copying: "schema")
    let key = P256.Signing.PrivateKey().pemRepresentation.replacing("\n", with: " ")
    try session.write(
      "{\"feeds\":[{\"feedURL\":\"https://a.example/f\",\"title\":\"A\",\"subtitle\":\"\(key)\"}]}", to: "s.json")
    #expect(try session.run("seed", "s.json").status == 0)
    #expect(try session.run("seed", "s.json", "--container", "b.sqlite", "--plan-out", "p.json").status == 0)
    #expect(try session.run("apply", "p.json").status == 0)
    #expect(try session.run("export", "json", "--output", "e.json").status == 0)
    #expect(try session.run("seed", "e.json").out.hasPrefix("nothing to do"))
  }

  @Test("a file that only mentions private keys is read")
  func mention() throws {
    let session = try Session()
    try session.write(
      "-- -----BEGIN PRIVATE KEY----- begins a key.\nDEFINE SCHEMA\nRECORD TYPE A (x STRING);\n", to: "a.ckdb")
    #expect(try session.run("schema", "validate", "a.ckdb").status == 0)
  }

  @Test("a key that other users can read is used with a warning; the environment can hold a key's text")
  func readableKey() throws {
    let session = try Session(copying: "schema")
    let pem = P256.Signing.PrivateKey().pemRepresentation
    try session.write(pem, to: "key.pem")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: session.path("key.pem"))
    let warned = try run(session, "--private-key", "key.pem")
    #expect(warned.err.hasPrefix("warning: other users can read the private key 'key.pem'; run chmod 600 'key.pem'\n"))
    #expect(warned.err.contains("no answer from http://127.0.0.1:9: "))
    #expect(warned.status == 2)
    session.environment["CLOUDKIT_PRIVATE_KEY"] = pem.replacingOccurrences(of: "\n", with: "\\n")
    let fromEnvironment = try run(session)
    // A server that never answered is not tried again.
    #expect(
      fromEnvironment.err.contains(
        "celestra-admin: error: no answer from http://127.0.0.1:9: connection refused; start the server, or correct "
          + "CLOUDKIT_BASE_URL, and run the command again\n"), "\(fromEnvironment.err)")
  }

  @Test("a key is read through a pipe or a link, regardless of the link's permissions")
  func pipedKey() throws {
    let session = try Session(copying: "schema")
    try session.write(P256.Signing.PrivateKey().pemRepresentation, to: "key.pem")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: session.path("key.pem"))
    try FileManager.default.createSymbolicLink(
      atPath: session.path("link.pem"), withDestinationPath: session.path("key.pem"))
    let command = ["feeds", "list", "--container", "iCloud.org.example.celestra", "--key-id", "abc"]
    session.environment["CLOUDKIT_BASE_URL"] = "http://127.0.0.1:9"
    let linked = try session.run(command + ["--private-key", "link.pem"])
    #expect(linked.status == 2 && linked.err.contains("no answer from http://127.0.0.1:9: "), "\(linked)")
    #expect(!linked.err.contains("warning"))
    try session.write("", to: "links/empty")
    try FileManager.default.createSymbolicLink(
      atPath: session.path("links/key.pem"), withDestinationPath: "../key.pem")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: session.path("key.pem"))
    let open = try session.run(command + ["--private-key", "links/key.pem"])
    #expect(open.err.hasPrefix("warning: other users can read the private key 'links/key.pem'; run chmod 600"))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: session.path("key.pem"))
    let program = try Session.program().file.path
    let piped = try #require(TestProgram("sh")).run(
      ["-c", "cat key.pem | CLOUDKIT_BASE_URL=http://127.0.0.1:9 $0 \"$@\" --private-key /dev/stdin", program]
        + command,
      in: session.folder)
    #expect(piped.status == 2 && piped.text.hasSuffix(linked.err), "\(piped)")
    let endless = try session.run(command + ["--private-key", "/dev/zero"])
    #expect(endless.err == "celestra-admin: error: cannot read /dev/zero: it is larger than 64 KB\n")
  }

  @Test("missing and invalid settings are reported before a request is sent")
  func settings() throws {
    let session = try Session(copying: "schema")
    let container = ["--container", "iCloud.org.example.celestra"]
    session.environment["CLOUDKIT_CONTAINER_ID"] = "iCloud.org.example.other"
    #expect(try session.run("score").err.contains("an iCloud container requires a server-to-server key"))
    #expect(
      try session.run(["score"] + container).err
        == "celestra-admin: error: an iCloud container requires a server-to-server key: pass --key-id and --private-key, or "
        + "set CLOUDKIT_KEY_ID and CLOUDKIT_PRIVATE_KEY_PATH\n")
    #expect(try session.run(["score"] + container + ["--environment", "staging"]).status == 64)
    let local = try session.run(["doctor", "--write-probe", "--container", "local.sqlite"])
    #expect(local.status == 2)
    #expect(local.err == "celestra-admin: error: --write-probe requires an iCloud container and its key\n")
  }

  @Test("writing to production needs confirmation or --yes")
  func production() throws {
    let session = try Session()
    for path in ["schema", "seed"] { try session.copy(path) }
    let emulator = try EmulatorProcess(session)
    let refused = try emulator.run(["seed", "--environment", "production"])
    #expect(
      refused.err.hasSuffix(
        "celestra-admin: error: cannot ask for confirmation: standard input is not a terminal; pass --confirm"
          + " iCloud.org.example.celestra, or iCloud.org.example.celestra@production and --yes to confirm:\n"
          + "write to iCloud.org.example.celestra@production?\n"))
    #expect(refused.status == 2)
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed", in: "emulated.sqlite") == ["0"])
    #expect(try emulator.run(["seed", "--environment", "production", "--dry-run"]).status == 0)
    #expect(try emulator.run(["seed", "--environment", "production", "--yes"]).status == 0)
    session.environment["CLOUDKIT_ENVIRONMENT"] = "production"
    #expect(try emulator.run(["seed", "--dry-run"]).out.hasPrefix("nothing to do"))
  }

  @Test(
    "--yes alone does not write to an environment that only a variable selects, and --confirm must name the container",
    arguments: [
      (["--yes"], Int32(2), "only a variable selects production, so --yes alone is not enough"),
      (["--confirm", "iCloud.other"], 2, "--confirm must be iCloud.org.example.celestra@production, not iCloud.other"),
      (["--confirm", EmulatorProcess.container + "@development"], 2, "celestra@production, not iCloud.org.example"),
      (["--confirm", EmulatorProcess.container], 0, ""), (["--yes", "--environment", "production"], 0, ""),
      (["--confirm", EmulatorProcess.container + "@production"], 0, ""),
    ])
  func blindProduction(_ row: (options: [String], status: Int32, message: String)) throws {
    let session = try Session(copying: "schema")
    try session.write(#"{"categories":[{"slug":"news","name":"News"}]}"#, to: "s.json")
    let emulator = try EmulatorProcess(session)
    session.environment["CLOUDKIT_ENVIRONMENT"] = "production"
    // A write that is planned, and one that is not.
    for command in [["seed", "s.json"], ["score"]] {
      let run = try emulator.run(command + row.options)
      #expect(run.status == row.status, "\(command) \(run)")
      #expect(row.message.isEmpty ? run.err.isEmpty : run.err.contains(row.message), "\(command) \(run)")
    }
    let stored = try session.sqlite("SELECT count(*) FROM FeedCategory", in: "emulated.sqlite")
    #expect(stored == [row.status == 0 ? "1" : "0"])
    // The name of the container is a decision, an id with an environment in a variable is none.
    session.environment["CLOUDKIT_ENVIRONMENT"] = nil
    session.environment["CLOUDKIT_CONTAINER_ID"] = EmulatorProcess.container + "@production"
    #expect(try session.run("seed", "s.json", "--yes").status == (row.status == 0 ? 0 : 2))
    #expect(
      try session.run("seed", "s.json", "--yes", "--container", EmulatorProcess.container + "@production").status == 0)
  }
}
