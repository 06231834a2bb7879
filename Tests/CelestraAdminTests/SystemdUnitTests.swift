import Foundation
import TestEnvironment
import Testing

@Suite("The systemd units")
struct SystemdUnitTests {
  private static let folder = Session.root.appending(path: ".github/deploy/systemd")

  @Test(
    "systemd accepts the units",
    .enabled(if: TestProgram("systemd-analyze") != nil && TestProgram("true") != nil, "needs systemd-analyze"))
  func verify() throws {
    let session = try Session()
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(
      names == ["celestra-daily.service", "celestra-daily.timer", "celestra-update.service", "celestra-update.timer"])
    for name in names {
      let unit = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      // The program need not be installed here.
      let program = try #require(TestProgram("true")).file.path
      try session.write(unit.replacing("ExecStart=celestra-admin", with: "ExecStart=\(program)"), to: name)
    }
    let run = try #require(TestProgram("systemd-analyze")).run(["verify"] + names.map { session.path($0) })
    #expect(run.status == 0 && run.text == "", "\(run.text)")
  }

  @Test("the services run commands that the program has")
  func commands() throws {
    let session = try Session()
    let units = try ["celestra-daily.service", "celestra-update.service"].map {
      try String(contentsOf: Self.folder.appending(path: $0), encoding: .utf8)
    }
    let commands = units.joined().split(separator: "\n").filter { $0.hasPrefix("ExecStart=") }
    #expect(commands.count == 6)
    for command in commands {
      let words = command.split(separator: " ").dropFirst().map(String.init)
      #expect(try session.run(words + ["--help"]).status == 0, "\(command)")
      let writes = !words.contains("report") && !words.contains("backup")
      #expect((words.suffix(2) == ["--confirm", "${CLOUDKIT_CONTAINER_ID}"]) == writes)
    }
  }
}
