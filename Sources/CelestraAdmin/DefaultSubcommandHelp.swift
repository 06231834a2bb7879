import ArgumentParser

/// Help for a command that has a default subcommand: the parser lists the options of the subcommand only in the help of
/// the subcommand.
enum DefaultSubcommandHelp {
  /// Returns the parser's help with the options of the default subcommand, or `nil` if the command has none.
  /// - Parameters:
  ///   - help: The parser's help for the command.
  ///   - arguments: The arguments that requested the help, such as `help score`.
  static func text(_ help: String, arguments: [String]) -> String? {
    var command: any ParsableCommand.Type = CelestraAdmin.self
    for word in arguments where !["help", "-h", "--help"].contains(word) {
      guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word }) else {
        break
      }
      command = next
    }
    guard let subcommand = command.configuration.defaultSubcommand,
      let options = sections(CelestraAdmin.helpMessage(for: subcommand)).drop(while: { !isOptions($0) }).first,
      let place = sections(help).firstIndex(where: isOptions)
    else { return nil }
    var sections = sections(help)
    sections[place] = options
    return sections.joined(separator: "\n\n") + "\n"
  }

  private static func isOptions(_ section: String) -> Bool { section.hasPrefix("OPTIONS:\n") }

  private static func sections(_ help: String) -> [String] {
    help.split(separator: "\n\n", omittingEmptySubsequences: false).map(String.init)
  }
}
