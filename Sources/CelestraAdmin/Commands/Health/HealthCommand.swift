import ArgumentParser

struct HealthCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    abstract:
      "Report which feeds are failing, and propose what to do. 'update' fetches feeds and records their health.",
    subcommands: [HealthProposalsCommand.self, HealthReportCommand.self])
}
