import ArgumentParser
import Diagnostics

/// Suggestions for misspelled commands and options. The parser suggests only options of the command it found.
struct CommandSuggestion {
  private let arguments: ArraySlice<String>
  private let root: any ProgramCommand.Type

  init(_ arguments: ArraySlice<String>, of root: any ProgramCommand.Type) {
    self.arguments = arguments
    self.root = root
  }

  private var program: String { root.program.name }

  /// Returns a message for an argument in the place of a command that is not a command, or for an unknown option of the
  /// program; `nil` if the parser's message is more precise.
  func replacement(for message: String) -> String? {
    for (option, meaning) in Self.formats where message.hasPrefix("Unknown option '\(option)'") {
      return "unknown option '\(option)'; did you mean '\(meaning)'?"
    }
    if message.contains("nexpected argument") { return unknownCommand }
    // The parser reads the options of the program first.
    if message.hasPrefix("Unknown option"), arguments.first != "help", place.path == program, let unknownCommand {
      return unknownCommand
    }
    // The parser's rule of likeness: no typo of an unknown option may skip a confirmation.
    let unlikely = " Did you mean '--yes'?"
    if message.contains(unlikely), !message.hasPrefix("Unknown option '--y") {
      return message.replacing(unlikely, with: "")
    }
    guard let option = arguments.first, message.hasPrefix("Unknown option '\(option)'"),
      let nearest = Self.programOption(option)
    else { return nil }
    return "unknown option '\(option)'; did you mean '\(nearest)'?"
  }

  /// What other programs call the verbs of nouns.
  private static let verbs = [
    "get": "show", "delete": "remove", "rm": "remove", "ls": "list", "query": "list", "search": "list", "find": "list",
  ]

  /// What other programs call the formats.
  private static let formats = ["--json": "--format json", "--html": "--format html=FILE", "--csv": "--format csv"]

  /// Returns the option of the program that a word resembles, such as `--version` for `-v` or `version`.
  private static func programOption(_ word: String) -> String? {
    let name = word.drop { $0 == "-" }.lowercased()
    let options = ["--help", "--version"]
    return name.count == 1
      ? options.first { $0.hasPrefix("--" + name) } : Suggestion.nearest(to: "--" + name, among: options)
  }

  /// The message for a request for help about an unknown command; `nil` for any other request.
  var unknownTopic: String? {
    arguments.first == "help" ? CommandSuggestion(arguments.dropFirst(), of: root).unknownCommand : nil
  }

  /// The command that the arguments name, the names of its subcommands, and the word that follows unless it is an
  /// option.
  private var place: (path: String, names: [String], word: String?) {
    var command: any ParsableCommand.Type = root
    var path = program
    for word in arguments {
      let commands = command.configuration.subcommands
      guard let next = commands.first(where: { $0.configuration.commandName == word }) else {
        let isOption = word.hasPrefix("-")
        return (path, Self.names(commands), isOption ? nil : word)
      }
      command = next
      path += " \(word)"
    }
    return (path, Self.names(command.configuration.subcommands), nil)
  }

  private var unknownCommand: String? {
    let place = place
    guard let word = place.word, !place.names.isEmpty else { return nil }
    let isProgram = place.path == program
    if isProgram, let meant = root.synonyms[word] {
      return "unknown command '\(word)'; did you mean '\(program) \(meant)'?"
    }
    if let meant = Self.verbs[word], place.names.contains(meant) {
      return "unknown command '\(word)'; did you mean '\(place.path) \(meant)'?"
    }
    let nearest = Suggestion.nearest(to: word, among: place.names) ?? (isProgram ? Self.programOption(word) : nil)
    let found = nearest.map { ["\(place.path) \($0)"] } ?? (isProgram ? paths(endingWith: word) : [])
    let question = found.isEmpty ? nil : "did you mean \(found.map { "'\($0)'" }.joined(separator: " or "))?"
    let help = place.path.replacing(program, with: "\(program) help", maxReplacements: 1)
    return "unknown command '\(word)'; " + (question ?? "'\(help)' lists the commands")
  }

  private static func names(_ commands: [any ParsableCommand.Type]) -> [String] {
    commands.compactMap { $0.configuration.commandName }
  }

  /// Returns the commands of a name below the program's commands, such as `celestra-admin schema lint` for `lint`.
  private func paths(endingWith name: String) -> [String] {
    root.configuration.subcommands.filter { Self.names($0.configuration.subcommands).contains(name) }.compactMap {
      $0.configuration.commandName.map { "\(program) \($0) \(name)" }
    }
  }
}
