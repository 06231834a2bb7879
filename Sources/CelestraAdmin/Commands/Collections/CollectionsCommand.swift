import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics

struct CollectionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collections",
    abstract: "List, show, add, change, and remove collections.",
    discussion: "Name a collection by its slug, record name, or unambiguous title.",
    subcommands: [
      ReadCommand<CollectionsList>.self, ReadCommand<CollectionsShow>.self, EditCommand<CollectionsAdd>.self,
      EditCommand<CollectionsSet>.self,
      RemoveCommand<CollectionsRemove>.self,
    ])

  /// Throws an error if the container's layout has no records for categories and collections.
  static func check(_ layout: CatalogLayout, _ noun: String) throws {
    if !layout.hasTaxonomy {
      throw CommandFailure("no \(noun) in this container: its layout \(layout.rawValue) does not support them")
    }
  }
}

struct CollectionsList: CatalogRead {
  typealias Formats = ListFormats

  static let noun = "collections"
  static let command = CommandConfiguration(commandName: "list", abstract: "List the collections by title.")

  @Flag(help: "Only featured collections.")
  var featured = false

  func report(of opened: ContainerHandle) async throws -> any Report {
    try CollectionsCommand.check(opened.layout, "collections")
    let filters = featured ? [Filter("isFeatured", .equals, .flag(true))] : []
    let query = Query(CatalogTable.collections.recordType, filters: filters, sorts: [Sort("title")])
    var records: [Record] = []
    try await opened.store.forEachPage(of: query) { (page) throws(RecordStoreError) in records += page }
    var list = CatalogList(
      Self.words, "collections", container: opened.name, columns: Self.columns, rows: records)
    if records.isEmpty, featured { list.existing = await opened.existing(CatalogTable.collections.recordType) }
    return list
  }

  static var columns: [CatalogList.Column<Record>] {
    [
      .field(CollectionField.title, "title"),
      .init(key: "feeds", head: "feeds", isNumber: true) { .int64(Int64($0[CollectionField.feeds]?.list?.count ?? 0)) },
      .field(CollectionField.isFeatured, "featured"), .field(CollectionField.curatorName, "curator"),
      .field(CollectionField.subscriberCount), .recordName("record name"),
    ]
  }
}

struct CollectionsShow: CatalogRead {
  typealias Formats = TextAndJSON

  static let noun = "collections"
  static let command = CommandConfiguration(
    commandName: "show", abstract: "Show all fields of a collection and its feeds in order.")

  @Argument(help: "Collection: its slug, record name, or title.")
  var collection: String

  func report(of opened: ContainerHandle) async throws -> any Report {
    try CollectionsCommand.check(opened.layout, "collections")
    var record = try await CatalogFinder(opened.reader).collection(collection)
    let members = (record["feeds"]?.references ?? []).map(\.recordName)
    let feeds = try await opened.store.lookup(members, desiredFields: ["title", "feedURL"])
    let lines = members.enumerated().map { index, name in
      guard let feed = feeds[name] else { return "\(index + 1). \(name), which does not exist" }
      return "\(index + 1). \(feed.title)  \(FeedURL.redacted(feed["feedURL"]?.string ?? ""))"
    }
    record["feeds"] = nil
    return RecordDetails(Self.words, record, in: opened, related: [("feeds", lines)])
  }
}

struct CollectionsRemove: CatalogRemoval {
  static let kind = SeedKind.collection
  static let command = CommandConfiguration(
    commandName: "remove", abstract: "Remove a collection and keep its feeds.")

  @Argument(help: "Collection: its slug, record name, or title.")
  var collection: String

  func records(_ finder: CatalogFinder, _ opened: ContainerHandle, asOf: Timestamp) async throws -> [Record] {
    [try await finder.collection(collection)]
  }

  func moves(
    of records: [Record], in opened: ContainerHandle
  ) async throws -> (changes: [PlannedChange], stakes: [String]) {
    try CollectionsCommand.check(opened.layout, "collections")
    let readers = records.first?["subscriberCount"]?.int64 ?? 0
    let count = records.first?["feeds"]?.list?.count ?? 0
    return ([], ["its \(count.of("feed")) remain; \(Int(readers).of("reader")) imported it"])
  }
}
