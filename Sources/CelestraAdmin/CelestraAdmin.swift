import ArgumentParser
import Diagnostics

/// The program, with its subcommands and error handling.
@main
struct CelestraAdmin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "celestra-admin",
    abstract: "Manage a feed catalog in a CloudKit public database: schema, feeds, scores, and health.",
    discussion: """
      Works on a local container (one SQLite file) by default. Neither a Mac nor an Apple account is required.

      Exit codes: 0 success, 1 findings or failed records, 2 failure, 64 usage error.
      """,
    version: ProgramVersion.description,
    groupedSubcommands: [
      CommandGroup(name: "Schema", subcommands: [SchemaCommand.self, TeamCommand.self]),
      CommandGroup(
        name: "Catalog",
        subcommands: [
          SeedCommand.self, ApplyCommand.self, ExportCommand.self, AuditCommand.self, FeedsCommand.self,
          CollectionsCommand.self, CategoriesCommand.self, BrowseCommand.self,
        ]),
      CommandGroup(name: "Numbers", subcommands: [SubscribersCommand.self, ScoreCommand.self]),
      CommandGroup(
        name: "Articles and health", subcommands: [UpdateCommand.self, ArticlesCommand.self, HealthCommand.self]),
      CommandGroup(name: "Container", subcommands: [ContainerCommand.self, RecordsCommand.self, DoctorCommand.self]),
      CommandGroup(name: "Development", subcommands: [EmulatorCommand.self]),
    ])

  func run() async throws {
    Terminal.standardOutput.write(FirstSteps.text)
  }

  static func main() async {
    // Parsing the arguments would take most of the time.
    if CommandLine.arguments.dropFirst() == ["--version"] {
      return Terminal.standardOutput.write(ProgramVersion.description + "\n")
    }
    await Interruption.cancellingOnSignals {
      do {
        var command = try namedCommand() ?? parseAsRoot()
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
        OpenedDatabases.printStatistics()
      } catch {
        exit(with: error)
      }
    }
  }

  /// Returns the command that the arguments name, or `nil` if they name none or it rejects its arguments.
  ///
  /// Parsing one command instead of the whole tree saves a third of the start of `schema lint` (2026-11-22).
  private static func namedCommand() -> (any ParsableCommand)? {
    var arguments = CommandLine.arguments.dropFirst()
    var command: any ParsableCommand.Type = self
    while let name = arguments.first,
      let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == name })
    {
      command = next
      arguments.removeFirst()
    }
    guard command.configuration.subcommands.isEmpty else { return nil }
    func parse<Command: ParsableCommand>(_: Command.Type) -> Command? {
      ((try? NamedCommand<Command>.parseAsRoot(Array(arguments))) as? NamedCommand<Command>)?.command
    }
    return parse(command)
  }

  /// Ends the program. The parser formats its own errors and help; every other error exits with `ExitStatus.failed`.
  private static func exit(with error: any Error) -> Never {
    OpenedDatabases.printStatistics()
    if error is BrokenPipe { exit(withError: ExitStatus.done.code) }
    let suggestion = CommandSuggestion(CommandLine.arguments.dropFirst())
    if exitCode(for: error) == .success {
      if let message = suggestion.unknownTopic { exit(.validationFailure, message) }
      let help = DefaultSubcommandHelp.text(
        fullMessage(for: error), arguments: Array(CommandLine.arguments.dropFirst()))
      if let help {
        Terminal.standardOutput.write(help)
        exit(withError: ExitStatus.done.code)
      }
      exit(withError: error)
    }
    if error is ExitCode { exit(withError: error) }
    let code = exitCode(for: error)
    if code == .failure { exit(ExitStatus.failed.code, "\(error)" + suggestion.question(for: "\(error)")) }
    let message = String(fullMessage(for: error).trimmingPrefix("Error: "))
    exit(code, suggestion.replacement(for: message) ?? message)
  }

  private static func exit(_ code: ExitCode, _ message: String) -> Never {
    Terminal.standardError.write("celestra-admin: error: \(DisplayText.lines(TokenVariable.redacted(message)))\n")
    exit(withError: code)
  }
}

/// A command that is parsed on its own.
private struct NamedCommand<Command: ParsableCommand>: ParsableCommand {
  static var configuration: CommandConfiguration {
    // A command below another is not searched for requests for completion scripts, nor one without help flags for these.
    // Both searches together take as long as parsing. The whole tree answers such requests.
    CommandConfiguration(_superCommandName: "celestra-admin", helpNames: [])
  }

  @OptionGroup var command: Command
}
