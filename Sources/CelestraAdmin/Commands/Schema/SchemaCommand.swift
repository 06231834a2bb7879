import ArgumentParser

struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Check, compare, show, and deploy CloudKit schemas (.ckdb) without a Mac.",
    subcommands: [
      SchemaValidateCommand.self, SchemaLintCommand.self, SchemaFormatCommand.self, SchemaDiffCommand.self,
      SchemaPlanCommand.self, SchemaMergeCommand.self, SchemaShowCommand.self, SchemaQueriesCommand.self,
      RulesCommand<SchemaRules>.self, SchemaConfigCommand.self, SchemaPullCommand.self,
      SchemaPushCommand.self, SchemaDriftCommand.self, SchemaStatusCommand.self, SchemaDeployCommand.self,
      SchemaResetCommand.self, SchemaDoctorCommand.self,
    ])
}
