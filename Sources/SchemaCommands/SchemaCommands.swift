package import ArgumentParser
import CommandLineTool

/// The commands on schema files, which need no network. A new command is a row here.
package enum SchemaCommands {
  package static let onFiles: [any ParsableCommand.Type] = [
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
  ]

  /// The commands that are not about one schema.
  package static let rules: any ParsableCommand.Type = RulesCommand<SchemaRules>.self
  package static let configuration: any ParsableCommand.Type = SchemaConfigCommand.self
}
