import ArgumentParser

/// Seeding is what the command does without a subcommand.
struct SeedGroup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seed",
    abstract: "Seed a container from files, or check lists.",
    discussion: "'seed PATH…' is short for 'seed run PATH…'.",
    subcommands: [SeedCommand.self, SeedCheckCommand.self], defaultSubcommand: SeedCommand.self)
}
