import ArgumentParser
import CommandLineTool
import Diagnostics

/// The program, with its subcommands.
@main
struct CelestraAdmin: ProgramCommand {
  static let program = Program.celestraAdmin

  static let configuration = CommandConfiguration(
    commandName: program.name,
    abstract: "Manage a feed catalog in a CloudKit public database: schema, feeds, scores, and health.",
    discussion: """
      Works on a local container (one SQLite file) by default. Neither a Mac nor an Apple account is required.

      Exit codes: 0 success, 1 findings or failed records, 2 failure, 3 expired articles remain, 64 usage error.
      """,
    version: ProgramVersion.description(of: program),
    groupedSubcommands: [
      CommandGroup(name: "Schema", subcommands: [SchemaCommand.self, TeamCommand.self]),
      CommandGroup(
        name: "Catalog",
        subcommands: [
          SeedCommand.self, ApplyCommand.self, ExportCommand.self, AuditCommand.self, RulesCommand<AllRules>.self,
          FeedsCommand.self, CollectionsCommand.self, CategoriesCommand.self, BrowseCommand.self,
        ]),
      CommandGroup(name: "Numbers", subcommands: [SubscribersCommand.self, ScoreCommand.self]),
      CommandGroup(
        name: "Articles and health", subcommands: [UpdateCommand.self, ArticlesCommand.self, HealthCommand.self]),
      CommandGroup(name: "Container", subcommands: [ContainerCommand.self, RecordsCommand.self, DoctorCommand.self]),
      CommandGroup(name: "Development", subcommands: [EmulatorCommand.self]),
    ])

  @Flag(help: "Print errors only. Every command accepts this option; files and exports are written as usual.")
  var quiet = false

  func run() async throws {
    try Terminal.standardOutput.write(data: FirstSteps.text)
  }

  static func redacted(_ message: String) -> String { Secrets.redacted(message) }

  static func finish() { OpenedDatabases.printStatistics() }

  static func main() async { await runProgram() }
}
