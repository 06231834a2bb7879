import ArgumentParser
import CloudKitWire
import CommandLineTool

/// `team`: commands for developer teams.
struct TeamCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "team", abstract: "List the developer teams of a management token.",
    subcommands: [TeamListCommand.self])
}

/// `team list`: the teams of the token's user.
struct TeamListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the teams of a management token.")

  @OptionGroup var live: LiveSchemaOptions
  @OptionGroup var output: OutputOptions<ListFormats>

  func run() async throws {
    let client = try await live.client(team: "", container: "")
    let rows = try await client.teams().map { [$0.id, $0.name] }
    try output.write(LiveListReport("team list", "team", ["id", "name"], rows, via: client.name))
  }
}
