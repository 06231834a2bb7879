import ArgumentParser
import SchemaCommands

/// The commands on schema files, and those on live schemas.
struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Check, compare, show, and deploy CloudKit schemas.",
    subcommands: SchemaCommands.onFiles + [
      SchemaPullCommand.self, SchemaPushCommand.self, SchemaDriftCommand.self, SchemaStatusCommand.self,
      SchemaDeployCommand.self, SchemaResetCommand.self, SchemaTeamsCommand.self, SchemaContainersCommand.self,
    ])
}
