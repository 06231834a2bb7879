import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation

struct CategoryFieldOptions: FieldOptions {
  @Option(help: ArgumentHelp("SF Symbol, such as laptopcomputer.", valueName: "symbol"))
  var icon: String?

  @Option(name: .customLong("tint"), help: ArgumentHelp("Color of the category, #RRGGBB.", valueName: "color"))
  var color: String?

  @Option(help: ArgumentHelp("Position in the list, lowest first.", valueName: "n"))
  var position: Int64?

  @Option(help: ArgumentHelp("Slug of the parent category.", valueName: "slug"))
  var parent: String?

  @Option(help: ArgumentHelp("Description of the category.", valueName: "text"))
  var description: String?

  var values: EditedValues {
    EditedValues(
      texts: [
        ("--icon", CategoryField.icon, icon), ("--tint", CategoryField.color, color),
        ("--parent", CategoryField.parentCategory, parent), ("--description", CategoryField.description, description),
      ], others: [(CategoryField.sortOrder, position.map(FieldValue.int64))])
  }
}

struct CategoriesAdd: CatalogEdit {
  static let noun = "categories"
  static let command = CommandConfiguration(commandName: "add", abstract: "Add a category.")

  @Argument(help: "Slug of the category: a-z, 0-9, and -.")
  var slug: Slug

  @Option(help: ArgumentHelp("Name to show.", valueName: "text"))
  var name: String

  @OptionGroup var fields: CategoryFieldOptions

  func validate() throws { try EditedValues.checkName("--name", name) }

  func plan(_ editor: CatalogEditor, _ finder: CatalogFinder, _ opened: ContainerHandle) async throws -> SeedPlan {
    try CollectionsCommand.check(finder.layout, "categories")
    if let record = try await finder.category(slug) {
      throw CommandFailure(
        "the category '\(slug)' already exists as '\(record.title)'; change it with 'celestra-admin categories set'")
    }
    return try await editor.plan(category: fields.seed(.categories, slug, CategoryField.name, name), on: nil)
  }
}

struct CategoriesSet: CatalogEdit {
  static let noun = "categories"
  static let command = CommandConfiguration(
    commandName: "set", abstract: "Change a category. Fields without an option keep their values.")

  @Argument(help: "Category: its slug, record name, or name.")
  var category: String

  @Option(help: ArgumentHelp("Name to show.", valueName: "text"))
  var name: String?

  @OptionGroup var fields: CategoryFieldOptions

  @Flag(help: "Remove the parent category.")
  var noParent = false

  func validate() throws {
    try EditedValues.checkName("--name", name)
    if noParent, fields.parent != nil { throw ValidationError("use --parent or --no-parent, not both") }
  }

  func requireFields() throws {
    try requireField(name != nil || !fields.values.isEmpty || noParent, such: "--name")
  }

  func plan(_ editor: CatalogEditor, _ finder: CatalogFinder, _ opened: ContainerHandle) async throws -> SeedPlan {
    let record = try await finder.category(category)
    let text = record[CategoryField.slug]?.string ?? record.name.rawValue
    guard let slug = Slug(rawValue: text) else {
      throw CommandFailure("the category has an invalid slug '\(text)'; remove it and add it under a valid slug")
    }
    var seed = fields.seed(.categories, slug, CategoryField.name, name ?? record[CategoryField.name]?.string)
    if noParent { seed.fields.clear(CategoryField.parentCategory) }
    return try await editor.plan(category: seed, on: record)
  }
}
