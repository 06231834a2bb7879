import ArgumentParser

/// `articles`: lists, checks and deletes stored articles.
struct ArticlesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "articles", abstract: "List, check, and delete stored articles; 'update' stores them.",
    subcommands: [
      ArticlesListCommand.self, ArticlesShowCommand.self, ArticlesSearchCommand.self, ArticlesStatsCommand.self,
      ArticlesAuditCommand.self, ArticlesPruneCommand.self, ArticlesRemoveCommand.self,
    ])
}
