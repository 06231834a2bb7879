import ArgumentParser

/// The completion scripts of the parser, with corrections for bash and fish.
enum CompletionScript {
  /// Whether the arguments ask for a script.
  static func isRequested(by arguments: ArraySlice<String>) -> Bool {
    arguments.first.map { $0.prefix { $0 != "=" } == "--generate-completion-script" } ?? false
  }

  /// Returns a script of the parser with the corrections.
  static func corrected(_ script: String) -> String {
    script
      // The option makes a folder of every word with the name of one: `sch` becomes `schema/` instead of `schema`.
      .replacing("complete -o filenames -F", with: "complete -F")
      .replacing("_add_completions() {\n", with: "_add_completions() {\n    \(filenames)\n")
      // fish evaluates the condition of each of 1,500 options, but an equal one only once (from 3.4): 1.5 s become 0.1 s
      // if it learns first whether an option is the command's at all (2026-11-23).
      .replacing(#/-n '(?<function>\S+_should_offer_completions_for)_(\w+) (?<command>"[^"]*")/#) { match in
        "-n '\(match.function)_flags_or_options \(match.command)' \(match.0)"
      }
  }

  /// Marks the answers as file names. macOS has bash 3.2, which lacks the command.
  private static let filenames = #"[[ "${1}" != -[df] ]] || compopt -o filenames 2>/dev/null"#
}
