import ArgumentParser

/// The completion scripts of the parser, with corrections.
enum CompletionScript {
  /// Whether the arguments ask for a script.
  static func isRequested(by arguments: ArraySlice<String>) -> Bool {
    arguments.first.map { $0.prefix { $0 != "=" } == "--generate-completion-script" } ?? false
  }

  /// Returns a script of the parser with the corrections.
  static func corrected(_ script: String) -> String {
    let script =
      script
      // The option makes a folder of every word with the name of one: `sch` becomes `schema/` instead of `schema`.
      .replacing("complete -o filenames -F", with: "complete -F")
      .replacing("_add_completions() {\n", with: "_add_completions() {\n    \(filenames)\n")
      // fish evaluates the condition of each of 1,500 options, but an equal one only once (from 3.4): 4.3 s become 0.3 s
      // if it learns first whether an option is the command's at all (2026-11-23).
      .replacing(#/-n '(?<function>\S+_should_offer_completions_for)_(\w+) (?<command>"[^"]*")/#) { match in
        "-n '\(match.function)_flags_or_options \(match.command)' \(match.0)"
      }
    return CelestraAdmin.configuration.subcommands.compactMap(DefaultSubcommand.init).reduce(script) {
      $1.completed(in: $0)
    }
  }

  /// Marks the answers as file names. macOS has bash 3.2, which lacks the command.
  private static let filenames = #"[[ "${1}" != -[df] ]] || compopt -o filenames 2>/dev/null"#
}

/// A subcommand whose name may be omitted. The parser's scripts complete its options only after its name.
private struct DefaultSubcommand {
  private let command: String
  private let name: String
  private let siblings: [String]

  /// Creates the default subcommand of a command; `nil` if it has none.
  init?(of command: any ParsableCommand.Type) {
    guard let parent = command.configuration.commandName,
      let name = command.configuration.defaultSubcommand?.configuration.commandName
    else { return nil }
    self.command = parent
    self.name = name
    siblings = command.configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// Returns a script that completes `seed` and a word that is no subcommand as `seed all` and the word.
  func completed(in script: String) -> String {
    let function = "_celestra-admin_\(command)() {\n"
    let (names, list) = (siblings.joined(separator: "|"), siblings.joined(separator: " "))
    let bash = """
          case "${unparsed_words[0]}" in
          \(names)) ;;
          *)
              if [[ "${#unparsed_words[@]}" -eq 1 && "${cur}" != -* ]]; then
                  COMPREPLY+=($(compgen -W '\(list)' -- "${cur}"))
              fi
              _celestra-admin_\(command)_\(name)
              return
              ;;
          esac

      """
    let zsh = """
          if [[ "${words[2]}" != (\(names)) ]]; then
              _celestra-admin_\(command)_\(name)
              local -i found="${?}"
              [[ "${CURRENT}" -eq 2 && "${words[2]}" != -* ]] || return "${found}"
          fi

      """
    let fish = """
              case '\(command)'
                  not contains -- "$unparsed_tokens[2]" \(list)
                  and begin
                      set -q unparsed_tokens[2]; or string match -q -- '-*' (commandline -t)
                  end
                  and set unparsed_tokens $unparsed_tokens[1] \(name) $unparsed_tokens[2..]

      """
    return
      script
      .replacing("\n\(function)    repeating_flags", with: "\n\(function)\(bash)    repeating_flags")
      .replacing("\n\(function)    local -i ret", with: "\n\(function)\(zsh)    local -i ret")
      .replacing("\n        case '\(command)'\n", with: "\n" + fish)
  }
}
