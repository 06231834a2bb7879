import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation

struct CollectionFieldOptions: FieldOptions {
  @Option(help: ArgumentHelp("Description of the collection.", valueName: "text"))
  var description: String?

  @Option(help: ArgumentHelp("Name of the editor.", valueName: "name"))
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

struct CollectionsAdd: CatalogEdit {
  static let noun = "collections"
  static let command = CommandConfiguration(
    commandName: "add", abstract: "Add a collection of feeds, in the given order.")

  @Argument(help: "Slug of the collection: a-z, 0-9, and -.")
  var slug: Slug

  @Argument(help: "Feeds in order: their URLs, record names, or titles.")
  var feeds: [String]

  @Option(help: ArgumentHelp("Title to show.", valueName: "text"))
  var title: String

  @OptionGroup var fields: CollectionFieldOptions

  func validate() throws { try EditedValues.checkName("--title", title) }

  func plan(_ editor: CatalogEditor, _ finder: CatalogFinder, _ opened: ContainerHandle) async throws -> SeedPlan {
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

extension Slug: ExpressibleByArgument {
  package init?(argument: String) { self.init(rawValue: argument) }
}

struct CollectionsSet: CatalogEdit {
  static let noun = "collections"
  static let command = CommandConfiguration(
    commandName: "set", abstract: "Change a collection and its feeds. Fields without an option keep their values.")

  @Argument(help: "Collection: its slug, record name, or title.")
  var collection: String

  @Option(help: ArgumentHelp("Title to show.", valueName: "text"))
  var title: String?

  @OptionGroup var fields: CollectionFieldOptions

  @Option(
    help: ArgumentHelp("Feed to add at the end: its URL, record name, or title. Repeatable.", valueName: "feed"))
  var addFeed: [String] = []

  @Option(help: ArgumentHelp("Feed to remove from the collection. Repeatable.", valueName: "feed"))
  var removeFeed: [String] = []

  @Option(
    help: ArgumentHelp(
      "Position of the feeds of --add-feed, from 1. Feeds already in the collection move.", valueName: "place"))
  var at: Int?

  @Flag(help: "Add the feeds that the filters match, by title, too.")
  var addWhere = false

  @OptionGroup(visibility: .hidden) var filter: FeedFilterOptions

  func validate() throws {
    try EditedValues.checkName("--title", title)
    if addWhere != filter.isSet {
      throw ValidationError("--add-where and filters, such as --level, require each other")
    }
    if let at, at < 1 { throw ValidationError("--at must be 1 or more, not \(at)") }
    if at != nil, addFeed.isEmpty, !addWhere { throw ValidationError("--at requires --add-feed or --add-where") }
  }

  func requireFields() throws {
    try requireField(
      title != nil || !fields.values.isEmpty || !addFeed.isEmpty || !removeFeed.isEmpty || addWhere,
      such: "--add-feed URL")
  }

  func plan(_ editor: CatalogEditor, _ finder: CatalogFinder, _ opened: ContainerHandle) async throws -> SeedPlan {
    let record = try await finder.collection(collection)
    let found = addWhere ? try await filter.feeds(in: opened, asOf: editor.asOf).map(\.name) : []
    let isUnchanged = addFeed.isEmpty && removeFeed.isEmpty && found.isEmpty
    let members = isUnchanged ? nil : try await members(of: record, adding: found, finder)
    let seed = fields.seed(
      .collections, .placeholder, CollectionField.title, title ?? record[CollectionField.title]?.string)
    return try await editor.plan(collection: seed, on: record, members: members)
  }

  func question(_ plan: SeedPlan) -> String? {
    addWhere && !plan.changes.isEmpty ? "change the collection '\(collection)'?" : nil
  }

  /// Returns the collection's feeds after the change, in order.
  private func members(
    of record: Record, adding found: [RecordName], _ finder: CatalogFinder
  ) async throws -> [RecordName] {
    var members = (record["feeds"]?.references ?? []).map(\.recordName)
    for feed in removeFeed {
      let name = try await finder.feed(feed).name
      members.removeAll { $0 == name }
    }
    var added: [RecordName] = []
    var names: [RecordName] = []
    for feed in addFeed { names.append(try await finder.feed(feed).name) }
    for name in names + found {
      if at == nil, members.contains(name) { continue }
      if !added.contains(name) { added.append(name) }
    }
    members.removeAll { added.contains($0) }
    members.insert(contentsOf: added, at: min(members.count, (at ?? .max) - 1))
    return members
  }
}
