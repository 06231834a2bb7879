import ArgumentParser

/// The help of a command: the parser's text with the command's own options first, and a line about the others.
struct HelpPage {
  /// The text without a final newline.
  let text: String

  /// - Parameters:
  ///   - help: The parser's text.
  ///   - isComplete: Whether the text has the rare options.
  init(_ help: String, of program: String, isComplete: Bool) {
    guard help.hasPrefix("OVERVIEW: ") else {
      text = help
      return
    }
    var sections = help.split(separator: "\n\n", omittingEmptySubsequences: true).map(Self.trimmed)
    let shared = sections.filter(Self.isShared)
    sections.removeAll(where: Self.isShared)
    // Every command has these two.
    sections = sections.map { section in
      guard section.hasPrefix("OPTIONS:") else { return section }
      return section.split(separator: "\n").filter { line in
        !["  --version ", "  -h, --help "].contains { line.hasPrefix($0) }
      }.joined(separator: "\n")
    }
    sections.removeAll { $0 == "OPTIONS:" }
    let order = ["CONTAINER:", "FETCHING:", "OUTPUT:"]
    sections += order.flatMap { head in shared.filter { $0.hasPrefix(head) } }
    if !isComplete, !help.contains("SUBCOMMANDS:") {
      sections.append("More options: --help-hidden, or '\(program) help options'.")
    }
    text = sections.joined(separator: "\n\n")
  }

  private static func trimmed(_ section: Substring) -> String {
    let end = section.lastIndex { !$0.isNewline } ?? section.startIndex
    return String(section[...end])
  }

  private static func isShared(_ section: String) -> Bool {
    ["CONTAINER:", "FETCHING:", "OUTPUT:"].contains { section.hasPrefix($0) }
  }
}
