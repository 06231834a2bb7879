import ArgumentParser
import Diagnostics

/// The program, with its subcommands and error handling.
@main
struct CelestraAdmin: AsyncParsableCommand {
  /// The program's version, printed by `--version` and in reports.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "celestra-admin",
    abstract: "Manage a feed catalog in a CloudKit public database: schema, feeds, scores, and health.",
    discussion: """
      Works on a local container (one SQLite file) by default. Neither a Mac nor an Apple account is required.

      Exit codes: 0 success, 1 findings or failed records, 2 failure, 64 usage error.
      """,
    version: version,
    subcommands: [
      SchemaCommand.self, SeedCommand.self, ApplyCommand.self, ExportCommand.self, AuditCommand.self,
      FeedsCommand.self, CollectionsCommand.self, CategoriesCommand.self, BrowseCommand.self, SubscribersCommand.self,
      ScoreCommand.self, UpdateCommand.self, ArticlesCommand.self, HealthCommand.self, ContainerCommand.self,
      EmulatorCommand.self,
    ])

  static func main() async {
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
  /// Parsing one command instead of the whole tree saves a tenth of the start of `schema lint` (2026-11-22).
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
      (try? Command.parseAsRoot(Array(arguments))) as? Command
    }
    return parse(command)
  }

  /// Ends the program. The parser formats its own errors and help; every other error exits with `ExitStatus.failed`.
  private static func exit(with error: any Error) -> Never {
    OpenedDatabases.printStatistics()
    if error is BrokenPipe { exit(withError: ExitStatus.done.code) }
    if exitCode(for: error) == .success,
      let help = DefaultSubcommandHelp.text(
        fullMessage(for: error), arguments: Array(CommandLine.arguments.dropFirst()))
    {
      Terminal.standardOutput.write(help)
      exit(withError: ExitStatus.done.code)
    }
    if error is ExitCode || exitCode(for: error) == .success { exit(withError: error) }
    let isUsage = exitCode(for: error) != .failure
    var message = isUsage ? String(fullMessage(for: error).trimmingPrefix("Error: ")) : "\(error)"
    if isUsage, message.contains("nexpected argument") {
      message = unknownCommand(CommandLine.arguments.dropFirst()) ?? message
    }
    Terminal.standardError.write("celestra-admin: error: \(DisplayText.lines(message))\n")
    exit(withError: isUsage ? exitCode(for: error) : ExitStatus.failed.code)
  }

  /// Returns a message for the first argument that is in the place of a command but is probably misspelled.
  private static func unknownCommand(_ arguments: ArraySlice<String>) -> String? {
    var command: any ParsableCommand.Type = self
    var path = "celestra-admin"
    for word in arguments {
      let commands = command.configuration.subcommands
      if let next = commands.first(where: { $0.configuration.commandName == word }) {
        command = next
        path += " \(word)"
        continue
      }
      guard !word.hasPrefix("-") else { return nil }
      let names = commands.compactMap { $0.configuration.commandName }
      return Suggestion.nearest(to: word, among: names).map {
        "unknown command '\(word)'; did you mean '\(path) \($0)'?"
      }
    }
    return nil
  }
}
