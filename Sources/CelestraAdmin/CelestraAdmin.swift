import ArgumentParser
import CommandLineTool
import Copying
import Diagnostics
import SchemaCommands

@main
struct CelestraAdmin: ProgramCommand {
  static let program = Program.celestraAdmin

  static let configuration = CommandConfiguration(
    commandName: program.name,
    abstract: "Run the feed catalog of a CloudKit public database.",
    discussion: "Works on one SQLite file by default. Requires no Mac and no Apple account.",
    version: ProgramVersion.description(of: program),
    groupedSubcommands: [
      CommandGroup(name: "Schema", subcommands: [SchemaCommand.self]),
      CommandGroup(
        name: "Catalog",
        subcommands: [
          InitCommand.self, SeedGroup.self, ApplyCommand.self, UndoCommand.self, ChangesCommand.self,
          ExportCommand.self, AuditCommand.self, FeedsCommand.self, CollectionsCommand.self, CategoriesCommand.self,
          TagsCommand.self, SubscribersCommand.self, ScoreCommand.self,
        ]),
      CommandGroup(
        name: "Articles and health", subcommands: [UpdateCommand.self, ArticlesCommand.self, HealthCommand.self]),
      CommandGroup(
        name: "Container",
        subcommands: [
          ContainerCommand.self, RecordsCommand.self, DoctorCommand.self, SchemaCommands.configuration,
          RulesCommand<AllRules>.self,
        ]),
      CommandGroup(name: "Development", subcommands: [EmulatorCommand.self, AppCommand.self]),
    ])

  @Flag(help: "Print errors only. Every command accepts this option; files and exports are written as usual.")
  var quiet = false

  func run() async throws {
    try Terminal.standardOutput.write(data: FirstSteps.text)
  }

  static let renamed = [
    RenamedArguments("health probe", now: "update --no-articles"),
    RenamedArguments("articles search", now: "articles list"),
    RenamedArguments("browse", now: "app"),
    RenamedArguments("container check", now: "doctor"),
    RenamedArguments("container list", now: "schema containers"),
    RenamedArguments("records delete", now: "records remove"),
    RenamedArguments("records get", now: "records show"),
    RenamedArguments("records query", now: "records list"),
    RenamedArguments("schema config", now: "config"),
    RenamedArguments("schema doctor", now: "doctor"),
    RenamedArguments("schema rules", now: "rules"),
    RenamedArguments("team list", now: "schema teams"),
    RenamedArguments(option: "--all", of: "update", now: "--include-not-due"),
    RenamedArguments(option: "--from", of: "update", now: "--document"),
    RenamedArguments(option: "--all", of: "records list", now: "--limit 0"),
    RenamedArguments(option: "--force", of: "records", now: "--allow-job-fields"),
    RenamedArguments(option: "--from", of: "records backfill", now: "--from-field"),
    RenamedArguments(option: "--to", of: "records backfill", now: "--to-field"),
    RenamedArguments(option: "--category-color", of: "categories", now: "--tint"),
    RenamedArguments(option: "--order", of: "categories", now: "--position"),
    RenamedArguments(option: "--fields", of: "container diff", now: "--show fields"),
    RenamedArguments(option: "--summary", of: "container diff", now: "--show summary"),
    RenamedArguments(option: "--max", of: "container", now: "--limit"),
    .findingsLimit,
  ]

  static let synonyms = [
    "add": "feeds add", "import": "seed", "load": "seed", "probe": "update --no-articles", "report": "health report",
    "serve": "emulator",
  ]

  static func usageError(_ error: any Error) -> ValidationError? {
    (error as? RequestMistake).map { ValidationError($0.description) }
  }

  static func redacted(_ message: String) -> String { Secrets.redacted(message) }

  static func finish() { OpenedDatabases.printStatistics() }

  static func main() async { await runProgram() }
}
