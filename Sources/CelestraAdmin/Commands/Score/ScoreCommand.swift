import ArgumentParser

/// `score`: computes quality scores and writes those that changed.
struct ScoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score",
    abstract: "Compute quality scores, 0 to 100, and write those that changed.",
    usage: """
      celestra-admin score [--explain <feed>] [--dry-run] [<options>]
      celestra-admin score report [--since <file>] [<options>]
      """,
    subcommands: [ScoreComputeCommand.self, ScoreReportCommand.self],
    defaultSubcommand: ScoreComputeCommand.self)
}
