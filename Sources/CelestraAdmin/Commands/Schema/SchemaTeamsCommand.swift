import ArgumentParser
import CloudKitWire
import CommandLineTool

struct SchemaTeamsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "teams", abstract: "List the developer teams of a management token.")

  @OptionGroup(title: "Container") var live: LiveSchemaOptions
  @OptionGroup(title: "Output") var output: OutputOptions<ListFormats>

  func run() async throws {
    let client = try await live.client(team: "", container: "")
    let rows = try await client.teams().map { [$0.id, $0.name] }
    try output.write(LiveListReport("schema teams", "team", ["id", "name"], rows, via: client.name))
  }
}
