import ArgumentParser
import Catalog
import CloudKitRecords
import Curation

/// Options for the curated fields of a collection.
struct CollectionFieldOptions: ParsableArguments {
  @Option(help: "What the collection is for.")
  var description: String?

  @Option(help: "Who made it.")
  var curator: String?

  @Option(help: ArgumentHelp("Cover picture.", valueName: "url"))
  var cover: String?

  @Option(help: ArgumentHelp("All the tags, with commas between.", valueName: "a,b"))
  var tags: String?

  @Flag(inversion: .prefixedNo, help: "Whether the editors put it forward.")
  var featured: Bool?

  /// The values of the options.
  var values: EditedValues {
    EditedValues(
      texts: [
        ("--description", CollectionField.description, description),
        ("--curator", CollectionField.curatorName, curator),
        ("--cover", CollectionField.coverImageURL, cover), ("--tags", CollectionField.tags, tags),
      ], others: [(CollectionField.isFeatured, featured.map(FieldValue.flag))])
  }

  func validate() throws { try values.validate() }

  /// Returns a seed with the values of the options.
  func seed(_ slug: Slug, title: String?) -> CollectionSeed {
    var seed = CollectionSeed(slug: slug, place: CatalogEditor.place)
    seed.fields[CollectionField.title] = title.map { .string(CleanText($0, limit: .title).text) }
    values.set(in: &seed.fields)
    return seed
  }
}

/// `collections add`: adds a collection.
struct CollectionsAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a collection of feeds, in the order they are given.")

  @Argument(help: "The slug: a-z, 0-9 and -.")
  var slug: Slug

  @Argument(help: "Its feeds, in order: their URLs, record names or titles.")
  var feeds: [String]

  @Option(help: "The name to show.")
  var title: String

  @OptionGroup var fields: CollectionFieldOptions
  @OptionGroup var options: EditOptions

  func validate() throws { try EditedValues.checkName("--title", title) }

  func run() async throws {
    try await RecordEdit("collections add", options).run { editor, finder in
      try CollectionsCommand.check(finder.layout, "collections")
      if let record = try await finder.record(named: CatalogName.collection(slug)) {
        throw CommandFailure(
          "the collection '\(slug)' is there already, as '\(CatalogTitle.of(record))';"
            + " 'celestra-admin collections set' changes it")
      }
      var seed = fields.seed(slug, title: title)
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
