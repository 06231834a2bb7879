import ArgumentParser
import Foundation

/// The help of a command with a default subcommand. The parser lists the options of the subcommand only in the
/// subcommand's own help.
enum DefaultSubcommandHelp {
  /// Returns the parser's help with the arguments and options of the default subcommand; `nil` if the command has none.
  /// - Parameters:
  ///   - help: The parser's help for the command.
  ///   - arguments: The arguments that requested the help, such as `help score`.
  static func text(_ help: String, arguments: [String]) -> String? {
    var command: any ParsableCommand.Type = CelestraAdmin.self
    // The parser ignores what follows the flag.
    let words = arguments.prefix { !["-h", "--help"].contains($0) }
    for word in words where word != "help" {
      guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word }) else {
        break
      }
      command = next
    }
    var sections = sections(help)
    guard let subcommand = command.configuration.defaultSubcommand,
      let place = sections.firstIndex(where: { $0.hasPrefix("OPTIONS:\n") })
    else { return nil }
    let options = Self.sections(CelestraAdmin.helpMessage(for: subcommand)).filter {
      $0.hasPrefix("ARGUMENTS:\n") || $0.hasPrefix("OPTIONS:\n")
    }
    sections.replaceSubrange(place...place, with: options)
    return sections.joined(separator: "\n\n")
  }

  private static func sections(_ help: String) -> [String] {
    help.components(separatedBy: "\n\n").map { $0.trimmingCharacters(in: .newlines) }
  }
}
