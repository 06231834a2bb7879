import ArgumentParser
import Diagnostics
import Foundation

/// All options of a program with the commands that have them, from the parser's own description.
struct OptionIndex {
  /// An option with one meaning.
  private struct Entry: Hashable {
    let label, meaning: String
  }

  private var commands: [Entry: [String]] = [:]

  init(of program: any ProgramCommand.Type) throws {
    let description = try JSONDecoder().decode(Description.self, from: Data(program._dumpHelp().utf8))
    for command in description.command.subcommands ?? [] { add(command, below: "") }
  }

  private mutating func add(_ command: Description.Command, below path: String) {
    let path = path.isEmpty ? command.commandName : "\(path) \(command.commandName)"
    let subcommands = command.subcommands ?? []
    for subcommand in subcommands { add(subcommand, below: path) }
    guard subcommands.isEmpty, path != "help" else { return }
    for option in command.arguments ?? [] where option.kind != "positional" {
      guard let name = option.preferredName?.name, !["help", "version"].contains(name) else { continue }
      let value = option.kind == "option" ? option.valueName.map { " <\($0)>" } ?? "" : ""
      commands[Entry(label: "--\(name)\(value)", meaning: option.abstract ?? ""), default: []].append(path)
    }
  }

  /// The options by name: each with its meaning and its commands, or their number if most commands have it.
  func text(width: Int) -> String {
    let entries = commands.sorted { ($0.key.label, $0.key.meaning) < ($1.key.label, $1.key.meaning) }
    return entries.map { entry, commands in
      let places = commands.count > 12 ? commands.count.of("command") : commands.joined(separator: ", ")
      return "\(entry.label)\n"
        + (DisplayText.wrapped(entry.meaning, to: width - 6) + DisplayText.wrapped("(\(places))", to: width - 6))
        .map { "      \($0)\n" }.joined()
    }.joined()
  }

  /// The parts of the parser's description that the index shows.
  private struct Description: Decodable {
    let command: Command

    struct Command: Decodable {
      let commandName: String
      let subcommands: [Command]?
      let arguments: [Argument]?
    }

    struct Argument: Decodable {
      let kind: String
      let valueName: String?
      let abstract: String?
      let preferredName: Name?
    }

    struct Name: Decodable {
      let name: String
    }
  }
}
