import ArgumentParser
import Catalog
import CloudKitRecords
import Curation

/// Options for the curated fields of a feed.
struct FeedFieldOptions: ParsableArguments {
  @Option(help: "The name to show.")
  var title: String?

  @Option(help: "What the feed says of itself; empty to clear it.")
  var subtitle: String?

  @Option(help: ArgumentHelp("The site's home page; empty to clear it.", valueName: "url"))
  var siteURL: String?

  @Option(help: ArgumentHelp("Logo or icon; empty to clear it.", valueName: "url"))
  var imageURL: String?

  @Option(help: ArgumentHelp("The category's slug.", valueName: "slug"))
  var category: String?

  @Option(help: ArgumentHelp("The language, such as en; empty to clear it.", valueName: "code"))
  var language: String?

  @Option(help: ArgumentHelp("All the tags, with commas between; empty to clear them.", valueName: "a,b"))
  var tags: String?

  @Flag(inversion: .prefixedNo, help: "Whether the editors put it forward.")
  var featured: Bool?

  @Flag(inversion: .prefixedNo, help: "Whether its source is trusted.")
  var verified: Bool?

  @Flag(inversion: .prefixedNo, help: "Whether it is fetched.")
  var active: Bool?

  /// The values of the options.
  var values: EditedValues {
    EditedValues(
      texts: [
        ("--title", FeedField.title, title), ("--subtitle", FeedField.subtitle, subtitle),
        ("--site-url", FeedField.siteURL, siteURL), ("--image-url", FeedField.imageURL, imageURL),
        ("--category", FeedField.category, category), ("--language", FeedField.language, language),
        ("--tags", FeedField.tags, tags),
      ],
      others: [
        (FeedField.isFeatured, featured.map(FieldValue.flag)), (FeedField.isVerified, verified.map(FieldValue.flag)),
        (FeedField.isActive, active.map(FieldValue.flag)),
      ])
  }

  func validate() throws { try values.validate() }

  /// Returns a seed with the values of the options.
  func seed(for url: String) -> FeedSeed {
    var seed = FeedSeed(feedURL: url, authority: .named, place: CatalogEditor.place)
    values.set(in: &seed.fields)
    return seed
  }
}
