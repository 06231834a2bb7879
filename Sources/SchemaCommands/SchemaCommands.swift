package import ArgumentParser
import CommandLineTool

/// The commands on schema files, which need no network. A new command is a row here.
package enum SchemaCommands {
  package static let offline: [any ParsableCommand.Type] = [
    SchemaValidateCommand.self,
    SchemaLintCommand.self,
    SchemaFormatCommand.self,
    SchemaDiffCommand.self,
    SchemaPlanCommand.self,
    SchemaMergeCommand.self,
    SchemaShowCommand.self,
    SchemaQueriesCommand.self,
    SchemaModelCommand.self,
    SchemaParityCommand.self,
    SchemaChangelogCommand.self,
    SchemaInitCommand.self,
    RulesCommand<SchemaRules>.self,
    SchemaConfigCommand.self,
  ]
}
