import ArgumentParser

/// Help for commands with a default subcommand. It lists the arguments and options of the default, which the parser
/// omits.
enum CommandHelp {
  /// Returns the help that arguments request, or `nil` if they request none or a command without a default.
  static func text(for arguments: [String], of root: any ParsableCommand.Type) -> String? {
    guard arguments.first == "help" || ["-h", "--help"].contains(arguments.last) else { return nil }
    var command = root
    for name in arguments where name != "help" && !["-h", "--help"].contains(name) {
      guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == name }) else {
        return nil
      }
      command = next
    }
    guard let standard = command.configuration.defaultSubcommand else { return nil }
    let text = root.helpMessage(for: command)
    let details = root.helpMessage(for: standard)
    guard let options = text.firstRange(of: "\nOPTIONS:"), let subcommands = text.firstRange(of: "\nSUBCOMMANDS:"),
      let start = details.firstRange(of: "\nARGUMENTS:") ?? details.firstRange(of: "\nOPTIONS:")
    else { return nil }
    return "\(text[..<options.lowerBound])\(details[start.lowerBound...])\(text[subcommands.lowerBound...])"
  }
}
