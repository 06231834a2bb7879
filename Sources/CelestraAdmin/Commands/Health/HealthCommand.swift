import ArgumentParser

struct HealthCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    abstract: "Probe feeds and report which are failing.",
    subcommands: [HealthProbeCommand.self, HealthProposalsCommand.self, HealthReportCommand.self])
}
