import ArgumentParser

/// `health`: which feeds are ill.
struct HealthCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    abstract: "Probe feeds, and see which are ill.",
    subcommands: [HealthProbeCommand.self, HealthProposalsCommand.self, HealthReportCommand.self])
}
