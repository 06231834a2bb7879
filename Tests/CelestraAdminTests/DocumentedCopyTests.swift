import Foundation
import TestEnvironment
import Testing

@Suite("Documented copies and backups")
struct DocumentedCopyTests {
  private static func guide() throws -> String {
    try String(contentsOf: TestEnvironment.root.appending(path: ".github/docs/copying.md"), encoding: .utf8)
  }

  /// The lines of the first code block after a heading, without comments.
  private static func block(after heading: String) throws -> [String] {
    let text = try guide()
    let start = try #require(text.range(of: "\n## \(heading)\n")).upperBound
    let block = try #require(text[start...].components(separatedBy: "```").dropFirst().first)
    return block.split(separator: "\n").dropFirst().map { line in
      line.hasPrefix("#") ? "" : String(line.components(separatedBy: " #")[0]).trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty }
  }

  /// Runs lines in one shell that finds the program under test.
  private static func run(_ lines: [String], in pair: TwoContainers) throws -> Session.Transcript {
    let folder = try Session.program().file.deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let result = try #require(TestProgram("sh")).run(
      ["-e", "-c", lines.joined(separator: "\n")], in: pair.session.folder,
      environment: pair.session.environment.merging(["PATH": "\(folder):\(path)"]) { $1 })
    return Session.Transcript(status: result.status, out: result.out, err: result.errors)
  }

  @Test("the promotion works as documented, for a person who has the two keys")
  func promotion() throws {
    let pair = try TwoContainers()
    for name in ["dev.pem", "prod.pem"] {
      try FileManager.default.copyItem(atPath: pair.session.path("key.pem"), toPath: pair.session.path(name))
    }
    var lines = try Self.block(after: "Promote from development to production")
    #expect(lines.count == 7)
    lines = lines.map { line in
      // A comparison that finds differences exits with 1.
      let ending = line.contains("container diff") ? " || test $? = 1" : ""
      return line.replacing("KEY_ID=…", with: "KEY_ID=\(EmulatorProcess.keyID)") + ending
    }
    // The last command asks on a terminal.
    lines[lines.count - 1] += " --yes"
    let promoted = try Self.run(lines, in: pair)
    #expect(promoted.status == 0, "\(promoted)")
    #expect(promoted.out.contains("dry run: nothing was written"))
    #expect(promoted.out.contains(": 6 created\n"))
    #expect(try pair.session.sqlite("SELECT count(*) FROM PublicFeed", in: "prod.sqlite") == ["3"])
    #expect(try pair.session.sqlite("SELECT count(*) FROM PublicFeed", in: "before.sqlite") == ["0"])
    let restored = try Self.run(
      ["B=\(TwoContainers.prod)", "cp before.sqlite nightly.sqlite"]
        + Self.block(after: "Restore").map {
          $0.contains("dry-run") || $0.contains("verify") ? $0 : $0 + " --exact --yes"
        },
      in: pair)
    #expect(restored.status == 0 && restored.out.contains(": 6 deleted\n"), "\(restored)")
  }

  @Test("the nightly backup rotates, and the monthly restore test passes")
  func cron() throws {
    let pair = try TwoContainers()
    let text = try Self.block(after: "Back up every night").joined(separator: "\n")
      .replacing("/srv/celestra", with: pair.session.folder.path)
      .replacing("/usr/local/bin/celestra-admin", with: try Session.program().file.path)
      .replacing("KEY_ID=…", with: "KEY_ID=\(EmulatorProcess.keyID)")
    try FileManager.default.copyItem(atPath: pair.session.path("key.pem"), toPath: pair.session.path("prod.pem"))
    let lines = text.split(separator: "\n").map(String.init)
    let variables =
      lines.filter { $0.wholeMatch(of: #/[A-Z_]+=.*/#) != nil } + ["CLOUDKIT_BASE_URL=\(pair.emulator.url)"]
    let commands = lines.compactMap { $0.wholeMatch(of: #/(?:[\d*]+ +){5}(.*)/#).map { String($0.1) } }
    #expect(variables.count == 3 && commands.count == 2)
    for command in commands + commands {
      let run = try #require(TestProgram("env")).run(
        ["-i", "HOME=\(pair.session.folder.path)", "PATH=/usr/bin:/bin"] + variables + ["/bin/sh", "-c", command])
      #expect(run.status == 0 && run.text.isEmpty, "\(command)\n\(run.text)")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: pair.session.folder.path)
    #expect(files.count { $0.hasPrefix("nightly.") } == 2)
  }
}
