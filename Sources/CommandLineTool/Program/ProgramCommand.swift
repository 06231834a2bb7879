package import ArgumentParser
package import Diagnostics
import Foundation
import SystemCalls

package protocol ProgramCommand: AsyncParsableCommand {
  static var program: Program { get }
  /// The commands and options that have other names now.
  static var renamed: [RenamedArguments] { get }
  /// Words that other programs have for commands, with the command.
  static var synonyms: [String: String] { get }
  /// Returns the error in the arguments that a running command reports in another way; `nil` for any other error.
  static func usageError(_ error: any Error) -> ValidationError?
  /// Returns a message without secrets.
  static func redacted(_ message: String) -> String
  /// Ends a run. The process ends afterwards.
  static func finish()
}

extension ProgramCommand {
  package static func usageError(_ error: any Error) -> ValidationError? { nil }

  package static func redacted(_ message: String) -> String { message }

  package static var synonyms: [String: String] { [:] }

  package static func finish() {}

  /// Runs the command that the arguments of the process name.
  package static func runProgram() async {
    CurrentProcess.occupyClosedStreams()
    // A closed pipe makes `write` fail instead of ending the process.
    CurrentProcess.ignore(.brokenPipe)
    await Program.$current.withValue(program) {
      await Interruption.cancellingOnSignals {
        var running: (any ParsableCommand.Type)?
        do {
          let arguments = currentArguments()
          if arguments == ["help", "options"] { try printOptions() }
          var command = try parseAsRoot(arguments)
          running = type(of: command)
          if var command = command as? any AsyncParsableCommand {
            try await command.run()
          } else {
            try command.run()
          }
          finish()
        } catch {
          exit(with: usageError(error) ?? error, of: running)
        }
      }
    }
  }

  /// Returns the arguments of the process under their current names, and prints a note for each old name.
  private static func currentArguments() -> [String] {
    let (arguments, notes) = readArguments()
    for note in notes { Terminal.note(note) }
    return arguments
  }

  private static func readArguments() -> (arguments: [String], notes: [String]) {
    RenamedArguments.current(Terminal.withoutQuiet(Array(CommandLine.arguments.dropFirst())), by: renamed)
  }

  private static func printOptions() throws -> Never {
    exit(printing: try OptionIndex(of: Self.self).text(width: Terminal.standardOutput.width))
  }

  /// Returns the message of an error in the arguments that a running command found, with the command's usage.
  private static func message(of error: ValidationError, from command: any ParsableCommand.Type) -> String {
    let usage = usageString(for: command)
    let path = usage.split(separator: " ").prefix { !$0.hasPrefix("[") && !$0.hasPrefix("<") }.joined(separator: " ")
    return "\(error.message)\nUsage: \(usage)\n  See '\(path) --help' for more information."
  }

  /// Ends the program. The parser formats its own errors and help; every other error exits with `ExitStatus.failed`.
  /// - Parameter running: The command that failed; `nil` if the arguments name none.
  private static func exit(with error: any Error, of running: (any ParsableCommand.Type)?) -> Never {
    finish()
    if error is BrokenPipe { exit(.success) }
    if let code = error as? ExitCode {
      if Terminal.isQuiet, code != .success, !Terminal.hasReportedError {
        exit(code, "ended with exit code \(code.rawValue); run the command without --quiet to see why")
      }
      exit(code)
    }
    let suggestion = CommandSuggestion(readArguments().arguments[...], of: Self.self)
    let code = exitCode(for: error)
    if code == .success {
      if let message = suggestion.unknownTopic { exit(.validationFailure, message) }
      let isComplete = CommandLine.arguments.contains("--help-hidden")
      exit(printing: HelpPage(fullMessage(for: error), of: program.name, isComplete: isComplete).text)
    }
    if code == .failure { exit(ExitStatus.failed.code, "\(error)") }
    // The parser would print the program's usage.
    if let running, let error = error as? ValidationError { exit(code, message(of: error, from: running)) }
    let message = String(fullMessage(for: error).trimmingPrefix("Error: "))
    exit(code, suggestion.replacement(for: message) ?? message)
  }

  private static func exit(printing text: String) -> Never {
    do { try Terminal.standardOutput.write(data: text + "\n") } catch { exit(with: error, of: nil) }
    exit(.success)
  }

  private static func exit(_ code: ExitCode, _ message: String) -> Never {
    Terminal.report(error: "\(program.name): error: \(DisplayText.lines(redacted(message)))\n")
    exit(code)
  }

  private static func exit(_ code: ExitCode) -> Never { CurrentProcess.end(code.rawValue) }
}
