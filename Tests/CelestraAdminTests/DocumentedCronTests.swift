import Foundation
import TestEnvironment
import Testing

@Suite("Documented cron lines")
struct DocumentedCronTests {
  /// The crontab of a guide: its variables, and its commands with `%` unescaped, as cron passes them to the shell.
  private static func crontab(_ guide: String, in session: Session) throws -> (variables: [String], commands: [String])
  {
    let text = try String(
      contentsOf: TestEnvironment.root.appending(path: ".github/docs/\(guide)"), encoding: .utf8)
    let program = try Session.program().file.path
    let here = text.replacing("/srv/celestra", with: session.folder.path)
      .replacing("/usr/local/bin/celestra-admin", with: program).replacing("/var/www/health", with: session.folder.path)
    let block = try #require(here.split(separator: "```").first { $0.hasPrefix("cron\n") })
    let lines = block.split(separator: "\n").dropFirst().map(String.init).filter { !$0.hasPrefix("#") }
    let commands = lines.compactMap {
      $0.wholeMatch(of: #/(?:[\d*\/]+ +){5}(.*)/#).map { String($0.1).replacing("\\%", with: "%") }
    }
    return (lines.filter { $0.wholeMatch(of: /[A-Z_]+=.*/) != nil }, commands)
  }

  /// Runs a command as cron does: with its own variables only, by `/bin/sh`.
  private static func run(_ command: String, _ variables: [String], in session: Session) throws -> Session.Transcript {
    let standard = ["HOME=\(session.folder.path)", "LOGNAME=celestra", "PATH=/usr/bin:/bin", "SHELL=/bin/sh"]
    let env = try #require(TestProgram("env"))
    let result = try env.run(["-i"] + standard + variables + ["/bin/sh", "-c", command])
    return Session.Transcript(status: result.status, out: result.out, err: result.errors)
  }

  /// A catalog of two feeds, one of which is down.
  private static func session() throws -> Session {
    let session = try Session.seeded(ProbedFeeds.seed(["http://h2.test/feed", "http://h3.test/feed"]))
    try session.change(
      "UPDATE FeedMetadata SET totalAttempts = 9, successfulAttempts = 9, failureCount = 0;"
        + "UPDATE FeedMetadata SET failureCount = 6 WHERE rowid = (SELECT min(rowid) FROM FeedMetadata)")
    return session
  }

  @Test("the lines of the health guide log probes, report only an exceeded limit, and keep the exit code")
  func health() throws {
    let session = try Self.session()
    let (variables, commands) = try Self.crontab("health.md", in: session)
    #expect(variables.count == 1 && commands.count == 2)
    let alarm = Session.Transcript(
      status: 1, out: "", err: "celestra.sqlite: 1 of 2 feeds down (50 %), limit 5 % (--max-down)\n")
    #expect(try Self.run(commands[1], variables, in: session) == alarm)
    #expect(try Self.run(commands[1], variables, in: session) == alarm)
    #expect(try session.read("index.html").contains("changes are unknown: "))
    try session.change("UPDATE FeedMetadata SET failureCount = 0")
    let quiet = Session.Transcript(status: 0, out: "", err: "")
    #expect(try Self.run(commands[1], variables, in: session) == quiet)
    try session.write("not a report", to: "last.json")
    #expect(try Self.run(commands[1], variables, in: session).status == 2)
    #expect(try Self.run(commands[0], variables, in: session) == quiet)
    #expect(try session.read("probe.log").contains("2 probed"))
  }

  @Test("the lines of the seeding guide run with the variables of its file, and probe before they report")
  func seeding() throws {
    let session = try Self.session()
    try session.write(
      "export CLOUDKIT_CONTAINER_ID=celestra.sqlite\nexport CELESTRA_CONTACT_URL=https://example.org/about\n",
      to: "celestra.env")
    let (variables, commands) = try Self.crontab("seeding-a-new-container.md", in: session)
    #expect(
      commands.map { $0.firstMatch(of: /celestra-admin ([a-z]+( probe| report)?)/).map { String($0.1) } } == [
        "health probe", "subscribers", "score", "health report",
      ])
    for command in commands {
      let run = try Self.run(command, variables, in: session)
      #expect(run.status == 0, "\(command)\n\(run)")
    }
  }

  @Test("the lines of the deployment guide run with the variables of its file, and update before they clean up")
  func deployment() throws {
    let session = try Self.session()
    try session.write("export CELESTRA_CONTACT_URL=https://example.org/about\n", to: "celestra.env")
    let (variables, commands) = try Self.crontab("deployment.md", in: session)
    #expect(
      commands.map { $0.firstMatch(of: /celestra-admin ([a-z]+( prune)?)/).map { String($0.1) } } == [
        "update", "articles prune", "subscribers", "score",
      ])
    for command in commands {
      let run = try Self.run(command, variables, in: session)
      #expect(run.status == 0, "\(command)\n\(run)")
    }
  }
}
