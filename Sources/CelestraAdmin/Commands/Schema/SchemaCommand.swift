import ArgumentParser

/// `schema`: the `.ckdb` language, offline.
struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Check, compare and show CloudKit schema files (.ckdb), with no Mac.",
    subcommands: [
      SchemaValidateCommand.self, SchemaDiffCommand.self, SchemaPlanCommand.self, SchemaQueriesCommand.self,
      SchemaShowCommand.self,
    ])
}
