import ArgumentParser
import Articles
import Catalog
import CloudKitSchema
import CommandLineTool
import ConfigurationFile
import Notation

/// Options that determine which articles are stored, and how.
struct ArticleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to store: the full text, or an excerpt. (default: configuration, or full)", valueName: "kind"))
  var content: ArticleSettings.Content?

  @Option(
    help: ArgumentHelp("Days to keep an article. (default: 90; 30 in a CelestraKit container)", valueName: "days"))
  var retention: RetentionDays?

  @Option(
    help: ArgumentHelp(
      "Newest listed articles of a feed to keep regardless of their age; 0 for none.", valueName: "n",
      visibility: .hidden))
  var keepNewest = 10

  @Option(help: ArgumentHelp("Maximum articles of a feed to store, newest first.", valueName: "n", visibility: .hidden))
  var maxPerFeed = 300

  @Flag(help: ArgumentHelp("Skip new articles that another feed also has.", visibility: .hidden))
  var skipCopies = false

  @Flag(help: ArgumentHelp("Fetch whole feeds and compare every field of every listed article.", visibility: .hidden))
  var refresh = false

  func validate() throws {
    try retention?.check()
    if !(0...200).contains(keepNewest) {
      throw ValidationError("--keep-newest must be between 0 and 200, not \(keepNewest)")
    }
    if !(1...10_000).contains(maxPerFeed) {
      throw ValidationError("--max-per-feed must be between 1 and 10000, not \(maxPerFeed)")
    }
  }

  func settings(for opened: ContainerHandle, _ options: ContainerOptions) throws -> ArticleSettings {
    let configured = try options.configuration().articles
    let layout = try opened.layout
    var settings = ArticleSettings(layout, configured)
    settings.content = content ?? settings.content
    settings.retentionDays = retention?.days ?? settings.retentionDays
    settings.keepNewest = keepNewest
    settings.maximumPerFeed = maxPerFeed
    settings.skipsCopies = skipCopies
    settings.refreshes = refresh
    guard opened.schema.recordType(named: layout.articleType) != nil else {
      throw CommandFailure(
        "the schema of \(opened.name) has no record type \(layout.articleType), so it cannot store articles; "
          + "use 'update --no-articles'")
    }
    return settings
  }
}

extension ArticleSettings {
  init(_ layout: CatalogLayout, _ configured: Configuration.Articles) {
    self.init(layout)
    content = configured.isExcerpt == true ? .excerpt : .full
    excerptFeeds = ListedFeeds(configured.excerpt)
    denied = DeniedArticles(configured.deny)
  }
}

extension ArticleSettings.Content: ExpressibleByArgument {}

/// A time span such as `90d`, or a number of days.
struct RetentionDays: ExpressibleByArgument {
  let days: Double

  init?(argument: String) {
    guard let span = TimeSpan(argument) ?? TimeSpan(argument + "d"), span.duration > .zero else { return nil }
    days = span.duration / .seconds(86_400)
  }

  /// - Throws: `ValidationError` for a retention that the catalog does not have.
  func check() throws {
    let longest = ArticleSettings.longestRetention
    if days > Double(longest) {
      throw ValidationError("--retention must be at most \(longest) days")
    }
  }
}
