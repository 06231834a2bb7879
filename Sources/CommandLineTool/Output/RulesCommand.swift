package import ArgumentParser
package import Diagnostics

/// The rules that a command reports.
package protocol ListedRules {
  /// The command that lists the rules.
  static var command: String { get }
  /// An id for the help.
  static var example: String { get }
  /// Sorted by id.
  static var all: [Rule] { get }
}

package struct RulesCommand<Rules: ListedRules>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rules", abstract: "List all rules, or explain one with examples.")
  }

  @Argument(help: "Rule to explain: its id, such as \(Rules.example).")
  package var id: String?

  @OptionGroup(title: "Output") package var output: OutputOptions<TextAndJSON>

  package init() {}

  package func run() async throws {
    guard let id else { return try output.write(RulesReport(Rules.command, Rules.all)) }
    guard let rule = Rules.all.named(id) else {
      throw CommandFailure(RulesReport.unknownRule(id, among: Rules.all.map(\.id)))
    }
    try output.write(RulesReport(Rules.command, [rule], isExplained: true))
  }
}
