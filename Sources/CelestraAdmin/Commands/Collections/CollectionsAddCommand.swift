import ArgumentParser
import Catalog
import CloudKitRecords
import Curation

struct CollectionFieldOptions: FieldOptions {
  @Option(help: "Description of the collection.")
  var description: String?

  @Option(help: "Name of the editor.")
  var curator: String?

  @Option(help: ArgumentHelp("Cover image.", valueName: "url"))
  var cover: String?

  @Option(help: ArgumentHelp("All tags, separated by commas.", valueName: "a,b"))
  var tags: String?

  @Flag(inversion: .prefixedNo, help: "Whether the discovery page shows the collection.")
  var featured: Bool?

  var values: EditedValues {
    EditedValues(
      texts: [
        ("--description", CollectionField.description, description),
        ("--curator", CollectionField.curatorName, curator),
        ("--cover", CollectionField.coverImageURL, cover), ("--tags", CollectionField.tags, tags),
      ], others: [(CollectionField.isFeatured, featured.map(FieldValue.flag))])
  }
}

struct CollectionsAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a collection of feeds, in the given order.")

  @Argument(help: "Slug of the collection: a-z, 0-9, and -.")
  var slug: Slug

  @Argument(help: "Feeds in order: their URLs, record names, or titles.")
  var feeds: [String]

  @Option(help: "Title to show.")
  var title: String

  @OptionGroup var fields: CollectionFieldOptions
  @OptionGroup var options: EditOptions

  func validate() throws { try EditedValues.checkName("--title", title) }

  func run() async throws {
    try await RecordEdit("collections add", options).run { editor, finder in
      try CollectionsCommand.check(finder.layout, "collections")
      if let record = try await finder.record(named: CatalogName.collection(slug)) {
        throw CommandFailure(
          "the collection '\(slug)' already exists as '\(record.title)';"
            + " change it with 'celestra-admin collections set'")
      }
      var seed = fields.seed(.collections, slug, CollectionField.title, title)
      seed.feeds = []
      for feed in feeds {
        let url = try await finder.feed(feed)[FeedField.feedURL]?.string ?? ""
        seed.feeds?.append(.init(feedURL: url, range: nil))
      }
      return try await editor.plan(collection: seed, on: nil)
    }
  }
}

extension Slug: ExpressibleByArgument {
  package init?(argument: String) { self.init(rawValue: argument) }
}
