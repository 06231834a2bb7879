import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics

struct FeedsList: CatalogRead {
  typealias Formats = FeedListFormats

  static let noun = "feeds"
  static let command = CommandConfiguration(
    commandName: "list",
    abstract: "List feeds. Filters use declared indexes only, as the app's discovery queries do.")

  @Option(help: ArgumentHelp("Only feeds in a category.", valueName: "category"))
  var category: String?

  @Option(help: ArgumentHelp("Only feeds in a language, such as en.", valueName: "code"))
  var language: String?

  @Option(help: "Only feeds with a tag.")
  var tag: String?

  @Option(help: ArgumentHelp("Only feeds whose titles contain all words.", valueName: "words"))
  var search: String?

  @Flag(inversion: .prefixedNo, help: "Only featured feeds, or only others.")
  var featured: Bool?

  @Flag(inversion: .prefixedNo, help: "Only verified feeds, or only others.")
  var verified: Bool?

  @OptionGroup var state: FeedStateOptions
  @OptionGroup var filter: FeedFilterOptions

  @Flag(help: "Only inactive feeds, which are not fetched.")
  var inactive = false

  @Option(help: ArgumentHelp("Order of the feeds.", valueName: "key"))
  var sort: FeedListing.Order?

  @Option(
    help: ArgumentHelp("Maximum feeds to list; 0 for all. (default: 50; all in CSV and Markdown)", valueName: "n"))
  var limit: Int?

  func validate() throws {
    if filter.withoutCategory, category != nil {
      throw ValidationError("use --category or --without-category, not both")
    }
    if inactive, state.isSet { throw ValidationError("use --inactive or --active and --healthy, not both") }
  }

  func report(of opened: ContainerHandle) async throws -> any Report { try await list(limit ?? 50, of: opened) }

  func table(of opened: ContainerHandle) async throws -> any Report { try await list(limit ?? 0, of: opened) }

  private func list(_ limit: Int, of opened: ContainerHandle) async throws -> CatalogList {
    let listing = try await narrowed(in: opened)
    // One feed beyond the limit shows whether the list is complete.
    let feeds = try await listing.feeds(opened.reader, limit: limit.asLimitPlusOne)
    let listed = Array(feeds.prefix(limit.asLimit))
    var report = CatalogList(
      Self.words, "feeds", container: opened.name, columns: Self.columns, rows: listed)
    report.hasMore = feeds.count > listed.count
    if listed.isEmpty { report.existing = await opened.existing(try opened.layout.feedType) }
    return report
  }

  /// Returns all feeds that match as OPML, whatever the limit: a list for another program is complete.
  func opml(of opened: ContainerHandle) async throws -> String? {
    var selection = ExportSelection()
    selection.feeds = try await narrowed(in: opened)
    var text = ""
    let summary = try await CatalogExport(opened.reader, selection).write(as: .opml, title: "Feeds") { text += $0 }
    for problem in summary.problems { Terminal.note(DisplayText.line(problem)) }
    return text
  }

  private func narrowed(in opened: ContainerHandle) async throws -> FeedListing {
    var listing = listing
    try await state.narrow(&listing, in: opened, filter.history)
    try await filter.narrow(&listing, in: opened, asOf: state.clock.asOf)
    return listing
  }

  static var columns: [CatalogList.Column<Record>] {
    [
      .field(FeedField.title, "title"), .field(FeedField.category, "category"),
      .field(FeedField.language, "language"), .field(FeedField.isFeatured, "featured"),
      .field(FeedField.isVerified, "verified"), .field(FeedField.isActive, "state", flagTexts: ("", "inactive")),
      .field(FeedField.subscriberCount, "subscribers"), .field(FeedField.qualityScore, "score"),
      .field(FeedField.tags), .field(FeedField.addedAt), .field(FeedField.feedURL, "URL"), .recordName(),
    ]
  }

  private var listing: FeedListing {
    var listing = FeedListing()
    listing.category = category
    listing.language = language
    listing.tag = tag
    listing.search = search
    listing.isFeatured = featured
    listing.isVerified = verified
    listing.isActive = inactive ? false : nil
    listing.order = sort
    return listing
  }
}

extension FeedListing.Order: ExpressibleByArgument {}
