import ArgumentParser
import Catalog
import CloudKitRecords
import Curation
import Diagnostics

struct CategoriesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "categories",
    abstract: "List, show, add, change, and remove categories.",
    discussion: "Name a category by its slug, record name, or name.",
    subcommands: [
      CategoriesListCommand.self, CategoriesShowCommand.self, CategoriesAddCommand.self, CategoriesSetCommand.self,
      CategoriesRemoveCommand.self,
    ])
}

struct CategoriesListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the categories in the editors' order with their numbers of feeds.")

  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<ListFormats>

  func run() async throws {
    let opened = try container.open(for: .reading)
    try output.write(
      CatalogList(
        "categories list", "categories", container: opened.name, columns: Self.columns,
        rows: try await CategoryList.all(opened.reader)))
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

struct CategoriesShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show all fields of a category, its number of feeds, and its subcategories.")

  @Argument(help: "Category: its slug, record name, or name.")
  var category: String

  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let opened = try container.open(for: .reading)
    try CollectionsCommand.check(opened.layout, "category records")
    let record = try await CatalogFinder(opened.reader).category(category)
    let all = try await CategoryList.all(opened.reader)
    let under = all.filter { $0.record?["parentCategory"]?.reference?.recordName == record.name }
    let count = all.first { $0.record?.name == record.name }?.feeds ?? 0
    try output.write(
      RecordDetails(
        "categories show", record, in: opened,
        related: [("feeds", [String(count)]), ("categories under it", under.map(\.name))]))
  }
}

struct CategoriesRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a category and move its feeds and subcategories to another.")

  @Argument(help: "Category: its slug, record name, or name.")
  var category: String

  @Option(help: ArgumentHelp("Category to move its feeds and subcategories to.", valueName: "category"))
  var moveTo: String?

  @OptionGroup var options: EditOptions

  func run() async throws {
    try await RecordRemoval("categories remove", .category, options).run { finder in
      [try await finder.category(category)]
    } moving: { opened, records in
      guard let record = records.first else { return ([], "") }
      return try await moves(from: record, in: opened)
    }
  }

  /// Returns the changes that move feeds and subcategories to the other category, and their description.
  private func moves(
    from record: Record, in opened: ContainerHandle
  ) async throws -> (changes: [PlannedChange], words: String) {
    var target: Record?
    if let moveTo { target = try await CatalogFinder(opened.reader).category(moveTo) }
    if let target, try await CategoryList.isWithin(target, record, opened.reader) {
      throw CommandFailure(
        "cannot move a category's contents to itself or to one of its subcategories; name another category")
    }
    let moves = try await CategoryMoves(from: record, to: target?.name, in: opened.reader)
    if moves.changes.isEmpty { return ([], "") }
    let words = "\(moves.feeds.of("feed")) and \(moves.categories.of("category", "categories"))"
    guard let target else {
      throw CommandFailure("\(words) belong to it; name the category to move them to with --move-to")
    }
    return (moves.changes, "\(words) move to '\(target.title)'\n")
  }
}
