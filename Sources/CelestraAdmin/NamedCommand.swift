import ArgumentParser

/// A command without its parents, help, and completion scripts: the parser's checks for these take a tenth of the start
/// of `schema lint` (2026-11-22).
struct NamedCommand<Command: AsyncParsableCommand>: ParsableCommand, CustomReflectable {
  // With a super-command, the parser does not check for requests of completion scripts.
  static var configuration: CommandConfiguration { .init(commandName: "", _superCommandName: "", helpNames: []) }

  /// The command that was parsed.
  private(set) var command: Command

  /// Parses the arguments of the command.
  /// - Returns: `nil` if they are invalid or request help.
  static func parsed(_ arguments: [String]) -> (any AsyncParsableCommand)? {
    ((try? parseAsRoot(arguments)) as? Self)?.command
  }

  init() { command = Command() }

  init(from decoder: any Decoder) throws { command = try Command(from: decoder) }

  /// The properties of the command: the parser reads options by reflection.
  var customMirror: Mirror { Mirror(reflecting: command) }

  mutating func validate() throws { try command.validate() }
}
