import ArgumentParser
import Diagnostics
import Foundation
import SystemCalls

/// The program, with its subcommands and error handling.
@main
struct CelestraAdmin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "celestra-admin",
    abstract: "Manage a feed catalog in a CloudKit public database: schema, feeds, scores, and health.",
    discussion: """
      Works on a local container (one SQLite file) by default. Neither a Mac nor an Apple account is required.

      Exit codes: 0 success, 1 findings or failed records, 2 failure, 3 expired articles remain, 64 usage error.
      """,
    version: ProgramVersion.description,
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

  static func main() async {
    CurrentProcess.occupyClosedStreams()
    CurrentProcess.ignore(.brokenPipe)
    await Interruption.cancellingOnSignals {
      var running: (any ParsableCommand.Type)?
      do {
        var command = try parseAsRoot(Terminal.withoutQuiet(Array(CommandLine.arguments.dropFirst())))
        running = type(of: command)
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
        OpenedDatabases.printStatistics()
      } catch {
        exit(with: error, of: running)
      }
    }
  }

  /// Returns the message of an error in the arguments that a running command found, with the command's usage.
  private static func usageError(_ error: ValidationError, of command: any ParsableCommand.Type) -> String {
    let usage = usageString(for: command)
    let path = usage.split(separator: " ").prefix { !$0.hasPrefix("[") && !$0.hasPrefix("<") }.joined(separator: " ")
    return "\(error.message)\nUsage: \(usage)\n  See '\(path) --help' for more information."
  }

  /// Ends the program. The parser formats its own errors and help; every other error exits with `ExitStatus.failed`.
  /// - Parameter running: The command that failed; `nil` if the arguments name none.
  private static func exit(with error: any Error, of running: (any ParsableCommand.Type)?) -> Never {
    OpenedDatabases.printStatistics()
    if error is BrokenPipe { exit(.success) }
    if let code = error as? ExitCode {
      if Terminal.isQuiet, code != .success, !Terminal.hasReportedError {
        exit(code, "ended with exit code \(code.rawValue); run the command without --quiet to see why")
      }
      exit(code)
    }
    let suggestion = CommandSuggestion(CommandLine.arguments.dropFirst())
    let code = exitCode(for: error)
    if code == .success {
      if let message = suggestion.unknownTopic { exit(.validationFailure, message) }
      exit(printing: fullMessage(for: error))
    }
    if code == .failure { exit(ExitStatus.failed.code, "\(error)") }
    // The parser would print the program's usage.
    if let running, let error = error as? ValidationError { exit(code, usageError(error, of: running)) }
    let message = String(fullMessage(for: error).trimmingPrefix("Error: "))
    exit(code, suggestion.replacement(for: message) ?? message)
  }

  private static func exit(printing text: String) -> Never {
    do { try Terminal.standardOutput.write(data: text + "\n") } catch { exit(with: error, of: nil) }
    exit(.success)
  }

  private static func exit(_ code: ExitCode, _ message: String) -> Never {
    Terminal.report(error: "celestra-admin: error: \(DisplayText.lines(Secrets.redacted(message)))\n")
    exit(code)
  }

  private static func exit(_ code: ExitCode) -> Never { CurrentProcess.end(code.rawValue) }
}
