import ArgumentParser
import Catalog
import CloudKitRecords
import Curation
import Diagnostics

/// `categories`: lists and edits the categories of a catalog.
struct CategoriesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "categories",
    abstract: "List, show, add, change and remove categories.",
    discussion: "A category is named by its slug, its record name or its name.",
    subcommands: [
      CategoriesListCommand.self, CategoriesShowCommand.self, CategoriesAddCommand.self, CategoriesSetCommand.self,
      CategoriesRemoveCommand.self,
    ])
}

/// `categories list`: lists all categories in the editors' order.
struct CategoriesListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the categories in their order, with how many feeds each has.")

  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<ListFormats>

  func run() async throws {
    let opened = try OpenedContainer(container, for: .reading)
    let categories = try await CategoryList.all(opened.reader)
    let rows: [[CatalogList.Cell]] = categories.map { category in
      [
        category.slug.map { .text($0) } ?? .none, .text(category.name), .init(category.record?["parentCategory"]),
        .number(Double(category.feeds)), .init(category.record?["icon"]), .init(category.record?["color"]),
        .init(category.record?["sortOrder"]),
      ]
    }
    try output.write(
      CatalogList("categories list", "categories", container: opened.name, columns: Self.columns, rows: rows))
  }

  private static let columns: [CatalogList.Column] = [
    .init(key: "slug", head: "slug"), .init(key: "name", head: "name"),
    .init(key: "parentCategory", head: "under"), .init(key: "feeds", head: "feeds", isNumber: true),
    .init(key: "icon", head: nil), .init(key: "color", head: nil), .init(key: "sortOrder", head: nil, isNumber: true),
  ]
}

/// `categories show`: shows all fields of a category.
struct CategoriesShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show all of a category, with how many feeds it has and the categories under it.")

  @Argument(help: "The category: its slug, record name or name.")
  var category: String

  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let opened = try OpenedContainer(container, for: .reading)
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

/// `categories remove`: removes a category and moves its feeds and subcategories to another.
struct CategoriesRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a category; its feeds and the categories under it go to another.")

  @Argument(help: "The category: its slug, record name or name.")
  var category: String

  @Option(help: ArgumentHelp("Where its feeds and the categories under it go.", valueName: "category"))
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
    from record: Record, in opened: OpenedContainer
  ) async throws -> (changes: [PlannedChange], words: String) {
    var target: Record?
    if let moveTo { target = try await CatalogFinder(opened.reader).category(moveTo) }
    if let target, try await CategoryList.isWithin(target, record, opened.reader) {
      throw CommandFailure("a category cannot go to itself or to one under it: name another")
    }
    let moves = try await CategoryMoves(from: record, to: target?.name, in: opened.reader)
    if moves.changes.isEmpty { return ([], "") }
    let words = "\(moves.feeds.of("feed")) and \(moves.categories.of("category", "categories"))"
    guard let target else {
      throw CommandFailure("\(words) are in it; say where they go: --move-to CATEGORY")
    }
    return (moves.changes, "\(words) go to '\(CatalogTitle.of(target))'\n")
  }
}
