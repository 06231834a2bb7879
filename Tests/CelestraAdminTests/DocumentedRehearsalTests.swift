import Foundation
import TestEnvironment
import Testing

@Suite("The documented rehearsal of a deployment")
struct DocumentedRehearsalTests {
  /// The shell commands of the document's last section.
  private static func commands() throws -> String {
    let file = Session.root.appending(path: ".github/docs/live-schema.md")
    let document = try String(contentsOf: file, encoding: .utf8)
    let section = try #require(document.components(separatedBy: "\n## Rehearsal\n").last)
    let blocks = section.components(separatedBy: "```sh\n").dropFirst()
    return blocks.compactMap { $0.components(separatedBy: "\n```").first }.joined(separator: "\n") + "\n"
  }

  private static let hasPrograms = ["bash", "openssl", "curl"].allSatisfy { TestProgram($0) != nil }

  @Test(
    "every command succeeds, word for word",
    .enabled(if: hasPrograms, "bash, openssl, or curl is missing"))
  func rehearsal() throws {
    let session = try Session()
    for folder in ["schema", "seed"] { try session.copy(folder) }
    // An emulator that outlives a failed command would keep the end of bash from being noticed.
    try session.write("trap 'kill %1 2>/dev/null || true' EXIT\n" + Self.commands(), to: "commands.sh")
    try FileManager.default.createDirectory(
      at: session.folder.appending(path: "bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: session.folder.appending(path: "bin/celestra-admin"), withDestinationURL: Session.program().file)
    let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
    session.environment["PATH"] = session.path("bin") + ":" + search
    let bash = try #require(TestProgram("bash"))
    // With job control, `%1` names the emulator as in a terminal.
    let run = try bash.run(["-m", "-e", "commands.sh"], in: session.folder, environment: session.environment)
    #expect(run.status == 0, "\(run.text)")
    let results = [
      "updated schema/celestra.ckdb from production of iCloud.org.example.celestra via http",
      "up to date: schema/celestra.ckdb, development, and production",
      "FeedCategory.motto: added, STRING", "drift: 1 difference between production", "exit code 1",
      "1 to deploy ('schema deploy')", "deploy in CloudKit Console (compared via http):",
      "no drift: production of iCloud.org.example.celestra via http matches schema/celestra.ckdb",
      "updated production.ckdb from production of iCloud.org.example.celestra via http", "feeds ",
    ]
    var rest = run.out[...]
    for result in results {
      let range = rest.firstRange(of: result)
      #expect(range != nil, "\(result) is missing in\n\(run.out)")
      if let range { rest = rest[range.upperBound...] }
    }
  }
}
