import ArgumentParser

struct ArticlesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "articles",
    abstract: "List, show, count, prune, and remove articles.",
    subcommands: [
      ArticlesListCommand.self, ArticlesShowCommand.self, ArticlesStatsCommand.self,
      ArticlesPruneCommand.self, ArticlesRemoveCommand.self,
    ])
}
