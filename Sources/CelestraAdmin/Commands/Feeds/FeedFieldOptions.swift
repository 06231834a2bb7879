import ArgumentParser
import Catalog
import CloudKitRecords
import Curation

struct FeedFieldOptions: FieldOptions {
  @Option(help: ArgumentHelp("Title to show.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("The feed's description; empty to clear it.", valueName: "text"))
  var subtitle: String?

  @Option(help: ArgumentHelp("Home page of the site; empty to clear it.", valueName: "url"))
  var siteURL: String?

  @Option(help: ArgumentHelp("Logo or icon of the feed; empty to clear it.", valueName: "url"))
  var imageURL: String?

  @Option(help: ArgumentHelp("Slug of the category.", valueName: "slug"))
  var category: String?

  @Option(help: ArgumentHelp("Language, such as en; empty to clear it.", valueName: "code"))
  var language: String?

  @Option(help: ArgumentHelp("All tags, separated by commas; empty to clear them.", valueName: "a,b"))
  var tags: String?

  @Flag(inversion: .prefixedNo, help: "Whether the editors feature the feed.")
  var featured: Bool?

  @Flag(inversion: .prefixedNo, help: "Whether the feed's source is trusted.")
  var verified: Bool?

  @Flag(inversion: .prefixedNo, help: "Whether the feed is fetched.")
  var active: Bool?

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

  func seed(for url: String) -> FeedSeed {
    var seed = FeedSeed(feedURL: url, authority: .named, place: CatalogEditor.place)
    values.set(in: &seed.fields)
    return seed
  }
}
