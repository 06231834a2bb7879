import ArgumentParser
import CloudKitRecords
import CommandLineTool
import Curation

struct FeedsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feeds",
    abstract: "List, find, add, change, merge, and remove feeds.",
    discussion: "Name a feed by its URL, record name, or unambiguous title.",
    subcommands: [
      ReadCommand<FeedsList>.self, ReadCommand<FeedsShow>.self, FeedsDiscoverCommand.self,
      EditCommand<FeedsAdd>.self, EditCommand<FeedsSet>.self,
      FeedsMergeCommand.self, RemoveCommand<FeedsRemove>.self,
    ])
}

struct FeedsShow: CatalogRead {
  typealias Formats = TextAndJSON

  static let noun = "feeds"
  static let command = CommandConfiguration(
    commandName: "show", abstract: "Show all fields of a feed, its metadata, and its collections.")

  @Argument(help: "Feed: its URL, record name, or title.")
  var feed: String

  func report(of opened: ContainerHandle) async throws -> any Report {
    let record = try await CatalogFinder(opened.reader).feed(feed)
    let surroundings = try await FeedSurroundings(of: record, in: opened.reader)
    let metadata = surroundings.metadata.map { metadata in
      metadata.fields.sorted { $0.key < $1.key }.map { "\($0.key): \(FieldValueItem($0.value).text)" }
    }
    return RecordDetails(
      Self.words, record, in: opened,
      related: [
        ("metadata", metadata.joined().filter { !$0.hasPrefix("feedReference") }),
        ("collections", surroundings.collections), ("subscriptions", [String(surroundings.subscriptions)]),
      ])
  }
}
