import ArgumentParser

/// `browse`: reads a catalog with the app's queries.
struct BrowseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: "Read the catalog as the app does, with exactly the queries that it makes.",
    discussion: """
      Each command is a method of the app's PublicFeedService and uses only declared indexes, so a command that works \
      shows that the app's read works, and what the app's users see.
      """,
    subcommands: [
      BrowseCategoriesCommand.self, BrowseFeaturedCommand.self, BrowseSearchFeedsCommand.self,
      BrowseMetadataCommand.self, BrowseCollectionsCommand.self, BrowseCollectionCommand.self,
      BrowseArticlesCommand.self, BrowseArticleCommand.self, BrowseSearchArticlesCommand.self,
    ])
}
