import ArgumentParser

struct HealthCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    abstract: "Report failing feeds, show why, and propose fixes.",
    subcommands: [HealthProposalsCommand.self, HealthReportCommand.self, HealthShowCommand.self])
}
