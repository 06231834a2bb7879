import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics

struct TagsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags", abstract: "List, rename, and remove the tags of feeds.",
    subcommands: [ReadCommand<TagsList>.self, EditCommand<TagsRename>.self, EditCommand<TagsRemove>.self])
}

struct TagsList: CatalogRead {
  typealias Formats = ListFormats

  static let noun = "tags"
  static let command = CommandConfiguration(
    commandName: "list", abstract: "List the tags of feeds with their numbers of feeds.")

  func report(of opened: ContainerHandle) async throws -> any Report {
    CatalogList(
      Self.words, "tags", container: opened.name, columns: Self.columns, rows: try await TagList.all(opened.reader))
  }

  private static var columns: [CatalogList.Column<TagList.Entry>] {
    [
      .init(key: "tag", head: "tag") { .string($0.tag) },
      .init(key: "feeds", head: "feeds", isNumber: true) { .int64(Int64($0.feeds)) },
    ]
  }
}

struct TagsRename: CatalogEdit {
  static let noun = "tags"
  static let command = CommandConfiguration(
    commandName: "rename", abstract: "Rename a tag of all feeds. A tag that a feed has already is not repeated.")

  @Argument(help: "Tag to rename.")
  var old: String

  @Argument(help: "New name of the tag.")
  var new: String

  func validate() throws {
    if CleanText(new, limit: .tag).text.isEmpty { throw ValidationError("the new name is empty") }
  }

  func plan(_ editor: CatalogEditor, _ finder: CatalogFinder, _ opened: ContainerHandle) async throws -> SeedPlan {
    try await TagList.plan(editor, opened.reader, replacing: old, with: CleanText(new, limit: .tag).text)
  }

  func question(_ plan: SeedPlan) -> String? {
    plan.changes.isEmpty ? nil : "rename the tag '\(old)' of \(plan.changes.count.of("feed"))?"
  }
}

struct TagsRemove: CatalogEdit {
  static let noun = "tags"
  static let command = CommandConfiguration(commandName: "remove", abstract: "Remove a tag from all feeds.")

  @Argument(help: "Tag to remove.")
  var tag: String

  func plan(_ editor: CatalogEditor, _ finder: CatalogFinder, _ opened: ContainerHandle) async throws -> SeedPlan {
    try await TagList.plan(editor, opened.reader, replacing: tag, with: nil)
  }

  func question(_ plan: SeedPlan) -> String? {
    plan.changes.isEmpty ? nil : "remove the tag '\(tag)' from \(plan.changes.count.of("feed"))?"
  }
}
