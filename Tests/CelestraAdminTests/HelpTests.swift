import Testing

@Suite("celestra-admin help")
struct HelpTests {
  @Test(
    "the help of a command with a default subcommand lists the options of the subcommand",
    arguments: [("score", "compute"), ("subscribers", "count"), ("seed", "all"), ("audit", "run")])
  func defaultSubcommands(command: String, subcommand: String) throws {
    func options(_ help: String) throws -> Substring {
      let start = try #require(help.firstRange(of: "\nOPTIONS:\n")).upperBound
      return help[start...].prefix(upTo: help[start...].firstRange(of: "\n\n")?.lowerBound ?? help.endIndex)
    }
    let session = try Session()
    let help = try session.run("help", command)
    #expect(help.status == 0 && help.err == "")
    let expected = try options(session.run("help", command, subcommand).out + "\n")
    #expect(expected.contains("--container"))
    #expect(try options(help.out) == expected)
    #expect(help.out.contains("\nSUBCOMMANDS:\n"))
    #expect(help.out.hasPrefix("OVERVIEW: ") && help.out.contains("\nUSAGE: celestra-admin \(command) "))
    for other in [[command, "--help"], [command, "-h"]] { #expect(try session.run(other) == help) }
  }

  @Test(
    "help of a command with a default lists the options of the default",
    arguments: [["help", "seed"], ["seed", "-h"]])
  func help(arguments: [String]) throws {
    let run = try Session().run(arguments)
    #expect(run.status == 0)
    for text in ["OVERVIEW: Seed a container", "<paths>", "--prune", "--category-map", "SUBCOMMANDS:", "all (default)"]
    {
      #expect(run.out.contains(text), "\(text)")
    }
  }

  @Test("--help before a command is the help of the program")
  func leadingFlag() throws {
    let session = try Session()
    #expect(try session.run("--help", "seed") == session.run("--help"))
  }
}
