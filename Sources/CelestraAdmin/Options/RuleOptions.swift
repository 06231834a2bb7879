import ArgumentParser
import CloudKitSchema
import Diagnostics

/// Which rules a command looks with.
struct RuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Only these rules: an id, or the words it begins with; may be repeated.", valueName: "id"))
  var select: [String] = []

  @Option(help: ArgumentHelp("Not these rules: an id, or the words it begins with; may be repeated.", valueName: "id"))
  var ignore: [String] = []

  /// The selection of the options.
  /// - Throws: `CommandFailure` where a word is no rule's.
  func selection() throws -> RuleSelection {
    let selection = RuleSelection(select: select, ignore: ignore)
    if let unknown = selection.unknown.first { throw CommandFailure(RuleOptions.message(unknown)) }
    return selection
  }

  /// What is said of a word that is no rule's id.
  static func message(_ word: String) -> String {
    let nearest = Suggestion.nearest(to: word, among: SchemaRule.all.lazy.map(\.id))
    return "there is no rule '\(word)'; "
      + (nearest.map { "did you mean \($0)?" } ?? "'celestra-admin schema rules' lists them")
  }
}
