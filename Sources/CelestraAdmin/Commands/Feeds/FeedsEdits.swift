import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics

struct FeedsAdd: CatalogEdit {
  static let noun = "feeds"
  static let command = CommandConfiguration(
    commandName: "add", abstract: "Add a feed and its metadata record.",
    discussion: "With --contact, the address is read first: a web page is refused, and its feeds are named.")

  @Argument(help: "URL of the feed.")
  var url: String

  @Flag(
    help: ArgumentHelp(
      "Allow a user name and password in the address. Everyone can read them in the catalog.", visibility: .hidden))
  var allowCredentials = false

  @OptionGroup var fields: FeedFieldOptions
  @OptionGroup(visibility: .hidden) var fetching: FetchOptions

  func check(_ finder: CatalogFinder, _ configuration: EffectiveConfiguration) async throws {
    // The plan reports an invalid address, as for seed files.
    if let known = try? FeedURL(url), let record = try await finder.existingFeed(known) {
      throw CommandFailure(
        "the feed already exists as '\(record.title)' (\(record.name)); change it with 'celestra-admin feeds set'")
    }
    try await refusePage(configuration)
  }

  func plan(_ editor: CatalogEditor, _ finder: CatalogFinder, _ opened: ContainerHandle) async throws -> SeedPlan {
    try await editor.plan(feeds: [(fields.seed(for: url), nil)], allowsCredentials: allowCredentials)
  }
}

struct FeedsSet: CatalogEdit {
  static let noun = "feeds"
  static let command = CommandConfiguration(
    commandName: "set", abstract: "Change feeds. Fields without an option keep their values.",
    discussion:
      "Name the feeds, or select them with the filters of 'feeds list', such as --level. With filters, the change is shown and confirmed."
  )

  @Argument(help: "Feeds: their URLs, record names, or titles.")
  var feeds: [String] = []

  @OptionGroup(visibility: .hidden) var filter: FeedFilterOptions

  @Option(
    help: ArgumentHelp(
      "New address of the feed, which keeps its record, articles, and subscriptions.", valueName: "url"))
  var url: String?

  @OptionGroup var fields: FeedFieldOptions

  @Option(help: ArgumentHelp("Tag to add. Repeatable.", valueName: "tag"))
  var addTag: [String] = []

  @Option(help: ArgumentHelp("Tag to remove. Repeatable.", valueName: "tag"))
  var removeTag: [String] = []

  func validate() throws {
    if feeds.count > 1 || filter.isSet, let option = url == nil ? fields.values.ownOption : "--url" {
      throw ValidationError("\(option) accepts one feed only")
    }
    if fields.tags != nil, !(addTag + removeTag).isEmpty {
      throw ValidationError("--tags replaces all tags; use it without --add-tag and --remove-tag")
    }
  }

  func requireFields() throws {
    try filter.check(naming: feeds)
    try requireField(
      url != nil || !fields.values.isEmpty || !addTag.isEmpty || !removeTag.isEmpty, such: "--featured")
  }

  func plan(_ editor: CatalogEditor, _ finder: CatalogFinder, _ opened: ContainerHandle) async throws -> SeedPlan {
    let found = filter.isSet ? try await filter.feeds(in: opened, asOf: editor.asOf) : try await finder.feeds(feeds)
    let edits = found.map { (seed: seed(for: $0), existing: Optional($0)) }
    try await requireFreeAddress(besides: edits.first?.existing, finder)
    // The feeds' own addresses may contain a password; a new one must not.
    return try await editor.plan(feeds: edits, allowsCredentials: url == nil)
  }

  func question(_ plan: SeedPlan) -> String? {
    filter.isSet && !plan.changes.isEmpty ? "change \(plan.changes.count.of("feed"))?" : nil
  }

  /// Checks that no other feed has the new address. The plan reports an invalid address.
  private func requireFreeAddress(besides feed: Record?, _ finder: CatalogFinder) async throws {
    guard let new = url.flatMap({ try? FeedURL($0) }), let other = try await finder.existingFeed(new),
      other.name != feed?.name
    else { return }
    throw CommandFailure(
      "\(new.redacted) is the address of feed '\(other.title)' (\(other.name)); "
        + "if both are the same feed, use 'celestra-admin feeds merge'")
  }

  private func seed(for record: Record) -> FeedSeed {
    let stored = record[FeedField.feedURL]?.string ?? ""
    var seed = fields.seed(for: url ?? stored)
    // Reports name the feed by its title. Stating the stored title changes nothing; a placeholder follows the address.
    let title = record[FeedField.title]
    let isKept = url == nil || !FeedURL.isPlaceholder(title?.string ?? "", of: stored)
    if seed.fields[FeedField.title] == nil, isKept { seed.fields[FeedField.title] = title }
    if !(addTag + removeTag).isEmpty {
      let old = record[FeedField.tags]?.list?.compactMap(\.string) ?? []
      let added = addTag.map { CleanText($0, limit: .tag).text }.filter { !$0.isEmpty && !old.contains($0) }
      let removed = Set(removeTag.map { $0.lowercased() })
      seed.fields[FeedField.tags] = .strings(old.filter { !removed.contains($0.lowercased()) } + added)
    }
    return seed
  }
}

struct FeedsRemove: CatalogRemoval {
  static let kind = SeedKind.feed
  static let command = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove feeds and their metadata, after confirmation.",
    discussion: """
      Removes the feeds from collections. Subscriptions remain because they belong to their readers. Articles remain \
      until they expire unless you pass --articles. Name the feeds, or select them with the filters of 'feeds list', such as --level.
      """)

  @Argument(help: "Feeds: their URLs, record names, or titles.")
  var feeds: [String] = []

  @OptionGroup(visibility: .hidden) var filter: FeedFilterOptions

  @Flag(help: "Also delete the articles of the feeds.")
  var articles = false

  @OptionGroup var deletions: DeletionOptions

  var limit: DeletionOptions? { deletions }

  var deletesArticles: Bool { articles }

  var editsFiles: Bool { filter.isSet }

  func records(_ finder: CatalogFinder, _ opened: ContainerHandle, asOf: Timestamp) async throws -> [Record] {
    try filter.check(naming: feeds)
    return filter.isSet ? try await filter.feeds(in: opened, asOf: asOf) : try await finder.feeds(feeds)
  }
}
