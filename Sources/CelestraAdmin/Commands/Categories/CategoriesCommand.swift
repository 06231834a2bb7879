import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics

struct CategoriesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "categories",
    abstract: "List, show, add, change, and remove categories.",
    discussion: "Name a category by its slug, record name, or name.",
    subcommands: [
      ReadCommand<CategoriesList>.self, ReadCommand<CategoriesShow>.self, EditCommand<CategoriesAdd>.self,
      EditCommand<CategoriesSet>.self,
      RemoveCommand<CategoriesMerge>.self, RemoveCommand<CategoriesRemove>.self,
    ])
}

struct CategoriesList: CatalogRead {
  typealias Formats = ListFormats

  static let noun = "categories"
  static let command = CommandConfiguration(
    commandName: "list", abstract: "List the categories in the editors' order with their numbers of feeds.")

  func report(of opened: ContainerHandle) async throws -> any Report {
    return CatalogList(
      Self.words, "categories", container: opened.name, columns: Self.columns,
      rows: try await CategoryList.all(opened.reader))
  }

  private static var columns: [CatalogList.Column<CategoryList.Entry>] {
    [
      .init(key: "slug", head: "slug") { $0.slug.map { .string($0) } },
      .init(key: "name", head: "name") { .string($0.name) },
      .init(key: "parentCategory", head: "under") { $0.record?[CategoryField.parentCategory] },
      .init(key: "feeds", head: "feeds", isNumber: true) { .int64(Int64($0.feeds)) },
      .init(key: "icon", head: nil) { $0.record?[CategoryField.icon] },
      .init(key: "color", head: nil) { $0.record?[CategoryField.color] },
      .init(key: "sortOrder", head: nil, isNumber: true) { $0.record?[CategoryField.sortOrder] },
    ]
  }
}

struct CategoriesShow: CatalogRead {
  typealias Formats = TextAndJSON

  static let noun = "categories"
  static let command = CommandConfiguration(
    commandName: "show", abstract: "Show all fields of a category, its number of feeds, and its subcategories.")

  @Argument(help: "Category: its slug, record name, or name.")
  var category: String

  func report(of opened: ContainerHandle) async throws -> any Report {
    try CollectionsCommand.check(opened.layout, "category records")
    let record = try await CatalogFinder(opened.reader).category(category)
    let all = try await CategoryList.all(opened.reader)
    let under = all.filter { $0.record?["parentCategory"]?.reference?.recordName == record.name }
    let count = all.first { $0.record?.name == record.name }?.feeds ?? 0
    return RecordDetails(
      Self.words, record, in: opened,
      related: [("feeds", [String(count)]), ("categories under it", under.map(\.name))])
  }
}

struct CategoriesRemove: CatalogRemoval {
  static let kind = SeedKind.category
  static let command = CommandConfiguration(
    commandName: "remove", abstract: "Remove a category and move its feeds and subcategories to another.")

  @Argument(help: "Category: its slug, record name, or name.")
  var category: String

  @Option(help: ArgumentHelp("Category to move its feeds and subcategories to.", valueName: "category"))
  var moveTo: String?

  func records(_ finder: CatalogFinder, _ opened: ContainerHandle, asOf: Timestamp) async throws -> [Record] {
    [try await finder.category(category)]
  }

  /// Returns the changes that move feeds and subcategories to the other category, and their description.
  func moves(
    of records: [Record], in opened: ContainerHandle
  ) async throws -> (changes: [PlannedChange], stakes: [String]) {
    guard let record = records.first else { return ([], []) }
    var target: Record?
    if let moveTo { target = try await CatalogFinder(opened.reader).category(moveTo) }
    if let target, try await CategoryList.isWithin(target, record, opened.reader) {
      throw CommandFailure(
        "cannot move a category's contents to itself or to one of its subcategories; name another category")
    }
    let moves = try await CategoryMoves(from: record, to: target?.name, in: opened.reader)
    if moves.changes.isEmpty { return ([], []) }
    let words = "\(moves.feeds.of("feed")) and \(moves.categories.of("category", "categories"))"
    guard let target else {
      throw CommandFailure("\(words) belong to it; name the category to move them to with --move-to")
    }
    return (moves.changes, ["\(words) move to '\(target.title)'"])
  }
}

struct CategoriesMerge: CatalogRemoval {
  static let kind = SeedKind.category
  static let command = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge categories into another: their feeds and subcategories move, and they are removed.")

  @Argument(help: "Category to keep: its slug, record name, or name.")
  var kept: String

  @Argument(help: "Categories to merge into it.")
  var others: [String]

  var editsFiles: Bool { true }

  func records(_ finder: CatalogFinder, _ opened: ContainerHandle, asOf: Timestamp) async throws -> [Record] {
    try CollectionsCommand.check(opened.layout, "category records")
    let kept = try await finder.category(kept)
    var records: [Record] = []
    for other in others {
      let record = try await finder.category(other)
      if record.name == kept.name { throw CommandFailure("'\(kept.title)' cannot be merged into itself") }
      if !records.contains(where: { $0.name == record.name }) { records.append(record) }
    }
    return records
  }

  func moves(
    of records: [Record], in opened: ContainerHandle
  ) async throws -> (changes: [PlannedChange], stakes: [String]) {
    let kept = try await CatalogFinder(opened.reader).category(kept)
    let gone = Set(records.map(\.name))
    var changes: [PlannedChange] = []
    var stakes: [String] = []
    for record in records {
      if try await CategoryList.isWithin(kept, record, opened.reader) {
        throw CommandFailure("'\(kept.title)' is under '\(record.title)'; move it first with 'categories set --parent'")
      }
      let moves = try await CategoryMoves(from: record, to: kept.name, in: opened.reader)
      changes += moves.changes.filter { !gone.contains($0.recordName) }
      let words = "\(moves.feeds.of("feed")) and \(moves.categories.of("category", "categories"))"
      stakes.append("\(words) of '\(record.title)' move to '\(kept.title)'")
    }
    return (changes, stakes)
  }
}
