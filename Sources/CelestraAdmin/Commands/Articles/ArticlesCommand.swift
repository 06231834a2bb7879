import ArgumentParser

/// `articles`: lists and deletes stored articles.
struct ArticlesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "articles",
    abstract: "List and delete stored articles; 'update' stores them, and 'audit' checks them.",
    subcommands: [
      ArticlesListCommand.self, ArticlesShowCommand.self, ArticlesStatsCommand.self,
      ArticlesPruneCommand.self, ArticlesRemoveCommand.self,
    ])
}
