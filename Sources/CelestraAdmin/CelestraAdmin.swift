import ArgumentParser
import Diagnostics

/// The program: its subcommands, and what becomes of their errors.
@main
struct CelestraAdmin: AsyncParsableCommand {
  /// The program's version, as `--version` and reports say it.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "celestra-admin",
    abstract: "Run the catalogue of a CloudKit public database: schema, feeds, numbers, health.",
    discussion: """
      Works on a local container (one SQLite file) by default, so nothing here needs a Mac or an Apple account.

      Exit codes: 0 done, 1 the answer is no (findings, failed records), 2 could not do it, 64 usage.
      """,
    version: version,
    subcommands: [
      SchemaCommand.self, SeedCommand.self, ApplyCommand.self, ExportCommand.self, AuditCommand.self,
      FeedsCommand.self, CollectionsCommand.self, CategoriesCommand.self, SubscribersCommand.self, ScoreCommand.self,
      HealthCommand.self, ContainerCommand.self, EmulatorCommand.self,
    ])

  static func main() async {
    await Interruption.cancellingOnSignals {
      do {
        var command = try parseAsRoot()
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
        OpenedDatabases.tell()
      } catch {
        exit(withErrorOfRun: error)
      }
    }
  }

  /// Ends the program: the parser's own errors and help as it wants them, everything else as "could not".
  private static func exit(withErrorOfRun error: any Error) -> Never {
    OpenedDatabases.tell()
    if error is BrokenPipe { exit(withError: ExitStatus.done.code) }
    if error is ExitCode || exitCode(for: error) != .failure { exit(withError: error) }
    Terminal.standardError.write("celestra-admin: error: \(DisplayText.lines("\(error)"))\n")
    exit(withError: ExitStatus.couldNot.code)
  }
}
