import ArgumentParser
import Catalog
import CloudKitRecords
import Curation

/// `feeds add`: adds a feed.
struct FeedsAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a feed and its metadata record; refused where the catalogue has it.")

  @Argument(help: "The feed's address.")
  var url: String

  @OptionGroup var fields: FeedFieldOptions
  @OptionGroup var options: EditOptions

  func run() async throws {
    try await RecordEdit("feeds add", options).run { editor, finder in
      // The plan reports an invalid address, as for seed files.
      if let known = try? FeedURL(url), let record = try await finder.existingFeed(known) {
        throw CommandFailure(
          "'\(CatalogTitle.of(record))' is in the catalogue already, as \(record.name);"
            + " 'celestra-admin feeds set' changes it")
      }
      return try await editor.plan(feed: fields.seed(for: url), on: nil)
    }
  }
}

/// `feeds set`: changes the curated fields of a feed.
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
    if fields.values.isEmpty, addTag.isEmpty, removeTag.isEmpty {
      throw ValidationError("say what to set, such as --featured")
    }
    if fields.tags != nil, !(addTag + removeTag).isEmpty {
      throw ValidationError("--tags gives all the tags: leave out --add-tag and --remove-tag")
    }
  }

  func run() async throws {
    try await RecordEdit("feeds set", options).run { editor, finder in
      let record = try await finder.feed(feed)
      var seed = fields.seed(for: record[FeedField.feedURL]?.string ?? "")
      // Reports name the feed by its title. Stating the stored title changes nothing.
      if seed.fields[FeedField.title] == nil { seed.fields[FeedField.title] = record[FeedField.title] }
      if !(addTag + removeTag).isEmpty {
        let old = record[FeedField.tags]?.list?.compactMap(\.string) ?? []
        let added = addTag.map { CleanText($0, limit: .tag).text }.filter { !$0.isEmpty && !old.contains($0) }
        let removed = Set(removeTag.map { $0.lowercased() })
        seed.fields[FeedField.tags] = .strings(old.filter { !removed.contains($0.lowercased()) } + added)
      }
      return try await editor.plan(feed: seed, on: record)
    }
  }
}

/// `feeds remove`: removes feeds and their metadata records.
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
