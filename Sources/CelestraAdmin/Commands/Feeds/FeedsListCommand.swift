import ArgumentParser
import Catalog
import CloudKitRecords
import Curation

/// `feeds list`: lists feeds filtered by category, language, tag, title words or flags.
struct FeedsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List feeds as the app's discovery queries do, by declared indexes alone.")

  @Option(help: ArgumentHelp("Only feeds of this category: its slug, record name or name.", valueName: "category"))
  var category: String?

  @Option(help: ArgumentHelp("Only feeds in this language, such as en.", valueName: "code"))
  var language: String?

  @Option(help: "Only feeds with this tag.")
  var tag: String?

  @Option(help: ArgumentHelp("Only feeds with all these words in their titles.", valueName: "words"))
  var search: String?

  @Flag(inversion: .prefixedNo, help: "Only featured feeds, or those that are not.")
  var featured: Bool?

  @Flag(inversion: .prefixedNo, help: "Only verified feeds, or those that are not.")
  var verified: Bool?

  @Flag(help: "Only feeds that are no longer fetched.")
  var inactive = false

  @Option(help: "Sort by title, subscribers, score, added, verified or frequency.")
  var sort: FeedListing.Order?

  @Flag(help: "The other way round.")
  var reverse = false

  @Option(help: "How many feeds to list; 0 for all.")
  var limit: Int = 50

  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<ListFormats>

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit is 0 or more, not \(limit)") }
    if reverse, sort == nil { throw ValidationError("--reverse turns an order round: say --sort, too") }
  }

  func run() async throws {
    let opened = try OpenedContainer(container, for: .reading)
    // One feed beyond the limit shows whether the list is complete.
    let feeds = try await listing.feeds(opened.reader, limit: (1..<Int.max).contains(limit) ? limit + 1 : nil)
    let listed = limit == 0 ? feeds : Array(feeds.prefix(limit))
    var report = FeedList.report(listed, in: opened)
    report.hasMore = feeds.count > listed.count
    try output.write(report)
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
    listing.isReversed = reverse
    return listing
  }
}

extension FeedListing.Order: ExpressibleByArgument {}

/// The list of feeds and its columns.
enum FeedList {
  private static let columns: [CatalogList.Column] = [
    .init(key: "title", head: "title"), .init(key: "category", head: "category"),
    .init(key: "language", head: "language"), .init(key: "isFeatured", head: "featured"),
    .init(key: "isVerified", head: "verified"), .init(key: "isActive", head: nil),
    .init(key: "subscriberCount", head: "subscribers", isNumber: true),
    .init(key: "qualityScore", head: "score", isNumber: true), .init(key: "tags", head: nil),
    .init(key: "addedAt", head: nil), .init(key: "feedURL", head: "URL"), .init(key: "recordName", head: nil),
  ]

  /// Returns a list of feeds.
  static func report(_ feeds: [Record], in opened: OpenedContainer) -> CatalogList {
    CatalogList(
      "feeds list", "feeds", container: opened.name, columns: columns,
      rows: feeds.map { feed in
        columns.map { column in
          switch column.key {
          case "recordName": .text(feed.name.rawValue)
          case "feedURL": .text(FeedURL.redacted(feed[column.key]?.string ?? ""))
          case "isFeatured", "isVerified", "isActive":
            feed[column.key]?.int64.map { .flag($0 == 1) } ?? .none
          default: .init(feed[column.key])
          }
        }
      })
  }
}
