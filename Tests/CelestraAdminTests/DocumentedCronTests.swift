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
    let here = text.replacing("celestra-admin", with: program).replacing("/srv/celestra", with: session.folder.path)
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

  @Test("the lines of the schedule log, report only an exceeded limit, and keep the exit code")
  func schedule() throws {
    let session = try Self.session()
    try session.write("CELESTRA_CONTACT_URL=https://example.org/about\nCLOUDKIT_CONTAINER_ID=\n", to: "celestra.env")
    let (variables, commands) = try Self.crontab("schedule.md", in: session)
    #expect(
      commands.map { $0.firstMatch(of: /celestra-admin ([a-z]+( prune| report| backup)?)/).map { String($0.1) } } == [
        "update", "subscribers", "score", "articles prune", "health report", "container backup",
      ])
    let quiet = Session.Transcript(status: 0, out: "", err: "")
    for command in commands where !command.contains("health report") {
      // For a file, the variable is empty.
      let run = try Self.run(command, variables, in: session)
      #expect(run.status == 0 && run.out.isEmpty, "\(command)\n\(run)")
    }
    #expect(try session.read("update.log").contains("2 probed"))
    #expect(try session.read("daily.log").contains("backup.sqlite"))
    try session.change(
      "UPDATE FeedMetadata SET failureCount = 0;"
        + "UPDATE FeedMetadata SET failureCount = 6 WHERE rowid = (SELECT min(rowid) FROM FeedMetadata)")
    let report = try #require(commands.first { $0.contains("health report") })
    let alarm = Session.Transcript(
      status: 1, out: "", err: "celestra.sqlite: 1 of 2 feeds down (50%), limit 5% (--max-down)\n")
    #expect(try Self.run(report, variables, in: session) == alarm)
    #expect(try Self.run(report, variables, in: session) == alarm)
    try session.change("UPDATE FeedMetadata SET failureCount = 0")
    #expect(try Self.run(report, variables, in: session) == quiet)
    try session.write("not a report", to: "last.json")
    #expect(try Self.run(report, variables, in: session).status == 2)
  }
}
