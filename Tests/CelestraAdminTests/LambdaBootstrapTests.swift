import Foundation
import TestEnvironment
import Testing

@Suite(
  "The bootstrap of the Lambda function",
  .enabled(
    if: TestProgram("curl") != nil && TestProgram("python3") != nil && TestProgram("timeout") != nil,
    "needs curl, python3 and timeout"))
struct LambdaBootstrapTests {
  private static let folder = Session.root.appending(path: ".github/deploy/lambda")

  /// A package with only the bootstrap.
  private static func empty() throws -> Session {
    let session = try Session()
    try FileManager.default.createDirectory(atPath: session.path("package"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: folder.appending(path: "bootstrap"), to: session.folder.appending(path: "package/bootstrap"))
    return session
  }

  /// Returns a package whose program prints its arguments and exits with the status that its last argument names.
  private static func echo() throws -> Session {
    let session = try empty()
    try session.write(
      "#!/bin/sh\necho \"ran: $* key: ${CLOUDKIT_PRIVATE_KEY:-none}\"\nfor last; do :; done\nexit \"${last#status=}\"\n",
      to: "package/celestra-admin")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: session.path("package/celestra-admin"))
    return session
  }

  /// Runs the bootstrap for a number of invocations. The output is what it posts, the errors are its log.
  private static func run(
    _ session: Session, invocations: Int = 1, _ environment: [String: String] = [:]
  ) throws -> (posts: [String], log: String) {
    let python = try #require(TestProgram("python3"))
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/Clients/lambda_runtime.py")
    let result = try python.run(
      [script.path, session.path("package/bootstrap"), "\(invocations)"], in: session.folder,
      environment: session.environment.merging(environment) { $1 })
    #expect(result.status == 0, "\(result.text)")
    return (result.out.split(separator: "\n").map(String.init), result.errors)
  }

  @Test(
    "the packaged program runs the commands of each invocation on the container with the key of the secret",
    .enabled(if: TestProgram("ldd") != nil, "needs ldd"))
  func works() throws {
    let session = try Session()
    for path in ["schema", "seed"] { try session.copy(path) }
    let packaged = try #require(TestProgram("sh")).run([
      Self.folder.appending(path: "make-package").path, Session.program().file.path,
      session.path("schema/celestra.ckdb"), session.path("package"),
    ])
    #expect(packaged.status == 0, "\(packaged.text)")
    let emulator = try EmulatorProcess(session)
    #expect(try emulator.run(["seed"]).status == 0)
    session.environment["CLOUDKIT_PRIVATE_KEY_PATH"] = nil
    let (posts, log) = try Self.run(
      session, invocations: 2,
      [
        "CLOUDKIT_CONTAINER_ID": EmulatorProcess.container, "CLOUDKIT_KEY_SECRET": "arn:secret",
        "CELESTRA_COMMANDS": "score --yes; browse categories",
      ])
    #expect(
      posts == [
        #"invocation/request-1/response - {"exitStatus": 0}"#, #"invocation/request-0/response - {"exitStatus": 0}"#,
      ])
    #expect(log.components(separatedBy: "technology").count > 2, "\(log)")
    #expect(!emulator.isGivenAway(by: log + posts.joined()))
    #expect(
      try session.sqlite("SELECT count(*) > 0 FROM PublicFeed WHERE qualityScore > 0", in: "emulated.sqlite") == ["1"])
  }

  @Test("statuses 0 and 1 are results, and every other one is a function error that ends the invocation")
  func statuses() throws {
    let session = try Self.echo()
    func post(_ commands: String) throws -> [String] { try Self.run(session, ["CELESTRA_COMMANDS": commands]).posts }
    #expect(try post("status=0") == [#"invocation/request-0/response - {"exitStatus": 0}"#])
    #expect(try post(" status=1 ;; a status=0; ") == [#"invocation/request-0/response - {"exitStatus": 1}"#])
    for (status, message) in [
      (2, "ended with exit status 2; its messages are in the log"),
      (3, "left expired articles; its messages are in the log"),
      (64, "ended with exit status 64; its messages are in the log"),
      (124, "reached the function's timeout; the next run continues"),
    ] {
      let run = try Self.run(session, ["CELESTRA_COMMANDS": "update --all status=\(status); never status=0"])
      let body =
        #"{"errorMessage": "'celestra-admin update --all status=\#(status)' \#(message)", "errorType": "Celestra.CommandFailed"}"#
      #expect(run.posts == ["invocation/request-0/error Celestra.CommandFailed \(body)"])
      #expect(run.log.contains("ran: update --all") && !run.log.contains("never"))
    }
  }

  @Test("patterns and quotes in the commands stay as they are, and the default is to update")
  func words() throws {
    let session = try Self.echo()
    let run = try Self.run(session, ["CELESTRA_COMMANDS": #"feeds * "x" $HOME status=0"#])
    #expect(run.log.contains(#"ran: feeds * "x" $HOME status=0 key: none"#))
    #expect(try Self.run(session).log.contains("ran: update key: none"))
  }

  @Test("a secret that cannot be read and a package without a program are errors that name what to check")
  func mistakes() throws {
    let session = try Self.echo()
    let secret = try Self.run(session, ["CELESTRA_COMMANDS": "status=0", "CLOUDKIT_KEY_SECRET": "another"])
    #expect(secret.posts.count == 1 && secret.posts[0].hasPrefix("invocation/request-0/error Celestra.CommandFailed "))
    #expect(secret.posts[0].contains("check CLOUDKIT_KEY_SECRET") && !secret.log.contains("ran:"))
    let empty = try Self.run(Self.empty())
    #expect(empty.posts.count == 1 && empty.posts[0].hasPrefix("init/error Runtime.NoProgram "))
  }

  @Test("shellcheck has no remark", .enabled(if: TestProgram("shellcheck") != nil, "needs shellcheck"))
  func shell() throws {
    let run = try #require(TestProgram("shellcheck")).run([Self.folder.appending(path: "bootstrap").path])
    #expect(run.status == 0, "\(run.text)")
  }

  @Test("cfn-lint has no remark", .enabled(if: TestProgram("cfn-lint") != nil, "needs cfn-lint"))
  func template() throws {
    let run = try #require(TestProgram("cfn-lint")).run([Self.folder.appending(path: "template.yaml").path])
    #expect(run.status == 0, "\(run.text)")
  }
}
