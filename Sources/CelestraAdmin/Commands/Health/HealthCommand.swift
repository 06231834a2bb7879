import ArgumentParser

/// `health`: which feeds are ill.
struct HealthCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    abstract: "See which feeds are ill.",
    subcommands: [HealthReportCommand.self])
}
