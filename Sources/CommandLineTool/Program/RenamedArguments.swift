/// A command or an option that was renamed. The old name works for one version, with a note.
package struct RenamedArguments: Sendable {
  /// The words of the old command; for an option, those of the current command, or none for every command.
  let command: [String]
  /// The old option; `nil` if the command itself was renamed.
  let option: String?
  /// What replaces the command's words, or the option.
  let replacement: [String]

  /// A renamed command: `records get`, now `records show`.
  package init(_ command: String, now replacement: String) {
    self.command = Self.words(command)
    option = nil
    self.replacement = Self.words(replacement)
  }

  /// A renamed option of a command; of every command if the command is empty.
  package init(option: String, of command: String = "", now replacement: String) {
    self.command = Self.words(command)
    self.option = option
    self.replacement = Self.words(replacement)
  }

  /// The maximum number of findings, in both programs.
  package static let findingsLimit = RenamedArguments(option: "--max-findings", now: "--limit")

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// Returns the arguments of a run under their current names, and a note for each old name.
  static func current(_ arguments: [String], by table: [RenamedArguments]) -> (arguments: [String], notes: [String]) {
    let isHelp = arguments.first == "help"
    var words = isHelp ? Array(arguments.dropFirst()) : arguments
    var notes: [String] = []
    if let row = table.first(where: { $0.option == nil && words.starts(with: $0.command) }) {
      words.replaceSubrange(..<row.command.count, with: row.replacement.filter { !isHelp || !$0.hasPrefix("--") })
      notes.append(row.note)
    }
    for row in table where row.option != nil && words.starts(with: row.command) {
      let end = words.firstIndex(of: "--") ?? words.endIndex
      for index in words[..<end].indices.reversed() where row.isOption(words[index]) {
        let value = words[index].split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
        words.replaceSubrange(index...index, with: row.replacement + value)
        notes.append(row.note)
      }
    }
    return ((isHelp ? ["help"] : []) + words, notes)
  }

  private func isOption(_ word: String) -> Bool {
    guard let option else { return false }
    return word == option || word.hasPrefix(option + "=")
  }

  private var note: String {
    "'\(option ?? command.joined(separator: " "))' is now '\(replacement.joined(separator: " "))'"
  }
}
