import ArgumentParser
import Catalog
import CloudKitRecords
import Curation

/// The fields of a feed a curator sets.
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

  /// Whether nothing is to be set.
  var isEmpty: Bool {
    [title, subtitle, siteURL, imageURL, category, language, tags].allSatisfy { $0 == nil }
      && [featured, verified, active].allSatisfy { $0 == nil }
  }

  func validate() throws {
    try EditedValue.checkName("--title", title)
    if let language, !language.isEmpty, let problem = LanguageTag.problem(in: language) {
      throw ValidationError(problem)
    }
    try EditedValue.checkAddress("--site-url", siteURL)
    try EditedValue.checkAddress("--image-url", imageURL)
  }

  /// The seed that states what was given of a feed.
  func seed(for url: String) -> FeedSeed {
    var seed = FeedSeed(feedURL: url, authority: .named, place: CatalogEditor.place)
    seed.title = title.map { CleanText($0, limit: .title).text }
    seed.subtitle = subtitle.map { CleanText($0, limit: .description).text }
    seed.siteURL = siteURL
    seed.imageURL = imageURL
    seed.category = category
    seed.language = language
    seed.tags = tags.map(WordList.words)
    seed.isFeatured = featured
    seed.isVerified = verified
    seed.isActive = active
    if seed.subtitle == "" { seed.clear("subtitle", \.subtitle) }
    if seed.siteURL == "" { seed.clear("siteURL", \.siteURL) }
    if seed.imageURL == "" { seed.clear("imageURL", \.imageURL) }
    if seed.language == "" { seed.clear("language", \.language) }
    if tags?.isEmpty == true {
      seed.tags = nil
      seed.cleared.insert("tags")
    }
    return seed
  }
}

extension FeedSeed {
  fileprivate mutating func clear(_ field: String, _ property: WritableKeyPath<FeedSeed, String?>) {
    self[keyPath: property] = nil
    cleared.insert(field)
  }
}
