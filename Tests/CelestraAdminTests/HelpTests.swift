import ArgumentParser
import Testing

@testable import CelestraAdmin
@testable import CommandLineTool

@Suite("celestra-admin help")
struct HelpTests {
  /// All commands, as their words.
  private static func commands(
    of command: any ParsableCommand.Type = CelestraAdmin.self, _ path: [String] = []
  ) -> [(path: [String], command: any ParsableCommand.Type)] {
    let subcommands = command.configuration.subcommands
    return [(path, command)] + subcommands.flatMap { commands(of: $0, path + [$0.configuration.commandName ?? ""]) }
  }

  @Test("the help of a command lists its options", arguments: [["help", "seed", "run"], ["seed", "run", "-h"]])
  func help(arguments: [String]) throws {
    let run = try Session().run(arguments)
    #expect(run.status == 0)
    for text in ["OVERVIEW: Seed a container", "<paths>", "--prune", "--category-map", "--only <kind>", "--container"] {
      #expect(run.out.contains(text), "\(text)")
    }
    #expect(!run.out.contains("SUBCOMMANDS"))
    #expect(run.out.hasSuffix("\nMore options: --help-hidden, or 'celestra-admin help options'.\n"))
  }

  @Test("every help page fits in 45 lines: own options, then CONTAINER, FETCHING, and OUTPUT")
  func length() {
    for (path, command) in Self.commands() {
      let message = CelestraAdmin.helpMessage(for: command, columns: 80)
      let help = HelpPage(message, of: "celestra-admin", isComplete: false).text
      let lines = help.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(lines <= 45, "\(path.joined(separator: " ")): \(lines) lines")
      let heads = help.split(separator: "\n").filter { $0.wholeMatch(of: /[A-Z]+:/) != nil }.map(String.init)
      let order = ["ARGUMENTS:", "OPTIONS:", "CONTAINER:", "FETCHING:", "OUTPUT:"]
      let places = heads.compactMap(order.firstIndex)
      #expect(places == places.sorted(), "\(path)")
    }
  }

  @Test("the index lists every option once for each meaning, with its commands")
  func options() throws {
    let run = try Session().run("help", "options")
    #expect(run.status == 0)
    #expect(
      run.out.contains(
        """
        --collections-from-folders
              Create a collection from each list folder, with its feeds in list order.
              (seed run)

        """))
    #expect(run.out.contains("--include-not-due\n"))
  }

  @Test("an option has one meaning: a value is a number or a file everywhere")
  func meanings() throws {
    let index = try Session().run("help", "options").out
    let values = Dictionary(
      grouping: index.split(separator: "\n").filter { $0.hasPrefix("--") }.map {
        $0.split(separator: " ", maxSplits: 1)
      },
      by: { $0[0] })
    for name in ["--from", "--all", "--names", "--fields", "--since", "--limit", "--force", "--order"] {
      let kinds = Set((values[Substring(name)] ?? []).map { $0.count > 1 ? $0[1] : "flag" })
      #expect(kinds.count <= 1, "\(name): \(kinds)")
    }
    for (name, entries) in values {
      #expect(
        !entries.contains { $0.count > 1 && $0[1] == "<\(name.dropFirst(2))>" && name.contains("-max") }, "\(name)")
    }
  }

  @Test("--help before a command is the help of the program")
  func leadingFlag() throws {
    let session = try Session()
    #expect(try session.run("--help", "seed") == session.run("--help"))
  }
}
