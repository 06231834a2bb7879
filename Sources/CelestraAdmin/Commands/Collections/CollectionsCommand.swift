import ArgumentParser
import Catalog
import CloudKitRecords
import Curation
import Diagnostics

/// `collections`: lists and edits the collections of a catalog.
struct CollectionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collections",
    abstract: "List, show, add, change and remove collections.",
    discussion: "A collection is named by its slug, its record name or its title, where only one has it.",
    subcommands: [
      CollectionsListCommand.self, CollectionsShowCommand.self, CollectionsAddCommand.self, CollectionsSetCommand.self,
      CollectionsRemoveCommand.self,
    ])

  /// Throws an error if the container's layout has no records for categories and collections.
  static func check(_ layout: CatalogLayout, _ noun: String) throws {
    if !layout.hasTaxonomy {
      throw CommandFailure("this container has no \(noun): its layout, \(layout.rawValue), has no records for them")
    }
  }
}

/// `collections list`: lists all collections.
struct CollectionsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the collections, by title.")

  @Flag(help: "Only featured ones.")
  var featured = false

  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<ListFormats>

  func run() async throws {
    let opened = try OpenedContainer(container, for: .reading)
    try CollectionsCommand.check(opened.layout, "collections")
    let filters = featured ? [Filter("isFeatured", .equals, .flag(true))] : []
    let query = Query(CatalogTable.collections.recordType, filters: filters, sorts: [Sort("title")])
    var records: [Record] = []
    try await opened.store.forEachPage(of: query) { (page) throws(RecordStoreError) in records += page }
    try output.write(list(of: records, in: opened))
  }

  private func list(of records: [Record], in opened: OpenedContainer) -> CatalogList {
    CatalogList(
      "collections list", "collections", container: opened.name,
      columns: [
        .init(key: "title", head: "title"), .init(key: "feeds", head: "feeds", isNumber: true),
        .init(key: "isFeatured", head: "featured"), .init(key: "curatorName", head: "curator"),
        .init(key: "subscriberCount", head: nil, isNumber: true), .init(key: "recordName", head: "record name"),
      ],
      rows: records.map { record in
        [
          .init(record["title"]), .number(Double(record["feeds"]?.list?.count ?? 0)),
          record["isFeatured"]?.int64.map { .flag($0 == 1) } ?? .none, .init(record["curatorName"]),
          .init(record["subscriberCount"]), .text(record.name.rawValue),
        ]
      })
  }
}

/// `collections show`: shows all fields of a collection, and its feeds in order.
struct CollectionsShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show all of a collection, with its feeds in order.")

  @Argument(help: "The collection: its slug, record name or title.")
  var collection: String

  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let opened = try OpenedContainer(container, for: .reading)
    try CollectionsCommand.check(opened.layout, "collections")
    var record = try await CatalogFinder(opened.reader).collection(collection)
    let members = (record["feeds"]?.list ?? []).compactMap { $0.reference?.recordName }
    let feeds = try await opened.store.lookup(members, desiredFields: ["title", "feedURL"])
    let lines = members.enumerated().map { index, name in
      guard let feed = feeds[name] else { return "\(index + 1). \(name), which does not exist" }
      return "\(index + 1). \(CatalogTitle.of(feed))  \(FeedURL.redacted(feed["feedURL"]?.string ?? ""))"
    }
    record["feeds"] = nil
    try output.write(RecordDetails("collections show", record, in: opened, related: [("feeds", lines)]))
  }
}

/// `collections remove`: removes a collection and keeps its feeds.
struct CollectionsRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a collection; its feeds stay.")

  @Argument(help: "The collection: its slug, record name or title.")
  var collection: String

  @OptionGroup var options: EditOptions

  func run() async throws {
    try await RecordRemoval("collections remove", .collection, options).run { finder in
      [try await finder.collection(collection)]
    } moving: { opened, records in
      try CollectionsCommand.check(opened.layout, "collections")
      let readers = records.first?["subscriberCount"]?.int64 ?? 0
      let count = records.first?["feeds"]?.list?.count ?? 0
      return ([], "its \(count.of("feed")) stay; \(Int(readers).of("reader")) imported it\n")
    }
  }
}
