import ArgumentParser
import Catalog
import CloudKitRecords
import Curation

/// `feeds add`: a new feed.
struct FeedsAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a feed and its metadata record; refused where the catalogue has it.")

  @Argument(help: "The feed's address.")
  var url: String

  @OptionGroup var fields: FeedFieldOptions
  @OptionGroup var options: EditOptions

  func run() async throws {
    try await RecordEdit("feeds add", options).run { editor, finder in
      // The address is checked by the plan, as in a seed file.
      if let known = try? FeedURL(url), let record = try await finder.existingFeed(known) {
        throw CommandFailure(
          "'\(CatalogTitle.of(record))' is in the catalogue already, as \(record.name);"
            + " 'celestra-admin feeds set' changes it")
      }
      return try await editor.plan(feed: fields.seed(for: url), on: nil)
    }
  }
}

/// `feeds set`: a feed's curated fields.
struct FeedsSetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change a feed: title, category, tags, flags; what is not named stays.")

  @Argument(help: "The feed: its URL, record name or title.")
  var feed: String

  @OptionGroup var fields: FeedFieldOptions

  @Option(help: ArgumentHelp("A tag to add; may be repeated.", valueName: "tag"))
  var addTag: [String] = []

  @Option(help: ArgumentHelp("A tag to take away; may be repeated.", valueName: "tag"))
  var removeTag: [String] = []

  @OptionGroup var options: EditOptions

  func validate() throws {
    if fields.isEmpty, addTag.isEmpty, removeTag.isEmpty {
      throw ValidationError("say what to set, such as --featured")
    }
    if fields.tags != nil, !(addTag + removeTag).isEmpty {
      throw ValidationError("--tags gives all the tags: leave out --add-tag and --remove-tag")
    }
  }

  func run() async throws {
    try await RecordEdit("feeds set", options).run { editor, finder in
      let record = try await finder.feed(feed)
      var seed = fields.seed(for: record["feedURL"]?.string ?? "")
      // What is there already changes nothing, and is what reports call the feed.
      seed.title = seed.title ?? record["title"]?.string
      if !(addTag + removeTag).isEmpty {
        let old = record["tags"]?.list?.compactMap(\.string) ?? []
        seed.tags =
          old.filter { !removeTag.contains($0) }
          + addTag.map { CleanText($0, limit: .tag).text }.filter { !$0.isEmpty && !old.contains($0) }
      }
      return try await editor.plan(feed: seed, on: record)
    }
  }
}

/// `feeds remove`: feeds go, with what is only about them.
struct FeedsRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove feeds and their metadata, after saying what depends on them.",
    discussion: """
      Collections lose the feeds. Subscriptions and articles stay: the ones belong to their readers, the others expire.
      """)

  @Argument(help: "The feeds: their URLs, record names or titles.")
  var feeds: [String]

  @OptionGroup var options: EditOptions

  func run() async throws {
    try await RecordRemoval("feeds remove", .feed, options).run { finder in
      var records: [Record] = []
      for feed in feeds {
        let record = try await finder.feed(feed)
        if !records.contains(where: { $0.name == record.name }) { records.append(record) }
      }
      return records
    }
  }
}
