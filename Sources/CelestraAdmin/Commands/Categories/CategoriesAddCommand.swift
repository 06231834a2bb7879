import ArgumentParser
import Catalog
import CloudKitRecords
import Curation

/// Options for the curated fields of a category.
struct CategoryFieldOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The name of an SF Symbol, laptopcomputer.", valueName: "symbol"))
  var icon: String?

  @Option(name: .customLong("category-color"), help: ArgumentHelp("The colour, #RRGGBB.", valueName: "color"))
  var color: String?

  @Option(help: ArgumentHelp("Its place in the list, lowest first.", valueName: "number"))
  var order: Int64?

  @Option(help: ArgumentHelp("The slug of the category above it.", valueName: "slug"))
  var parent: String?

  @Option(help: "What belongs there.")
  var description: String?

  /// The values of the options.
  var values: EditedValues {
    EditedValues(
      texts: [
        ("--icon", CategoryField.icon, icon), ("--category-color", CategoryField.color, color),
        ("--parent", CategoryField.parentCategory, parent), ("--description", CategoryField.description, description),
      ], others: [(CategoryField.sortOrder, order.map(FieldValue.int64))])
  }

  func validate() throws { try values.validate() }

  /// Returns a seed with the values of the options.
  func seed(_ slug: Slug, name: String?) -> CategorySeed {
    var seed = CategorySeed(slug: slug, place: CatalogEditor.place)
    seed.fields[CategoryField.name] = name.map { .string(CleanText($0, limit: .title).text) }
    values.set(in: &seed.fields)
    return seed
  }
}

/// `categories add`: adds a category.
struct CategoriesAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a category.")

  @Argument(help: "The slug: a-z, 0-9 and -.")
  var slug: Slug

  @Option(help: "The name to show.")
  var name: String

  @OptionGroup var fields: CategoryFieldOptions
  @OptionGroup var options: EditOptions

  func validate() throws { try EditedValues.checkName("--name", name) }

  func run() async throws {
    try await RecordEdit("categories add", options).run { editor, finder in
      try CollectionsCommand.check(finder.layout, "categories")
      if let record = try? await finder.category(slug.rawValue) {
        throw CommandFailure(
          "the category '\(slug)' is there already, as '\(CatalogTitle.of(record))';"
            + " 'celestra-admin categories set' changes it")
      }
      return try await editor.plan(category: fields.seed(slug, name: name), on: nil)
    }
  }
}

/// `categories set`: changes the fields of a category.
struct CategoriesSetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change a category; what is not named stays.")

  @Argument(help: "The category: its slug, record name or name.")
  var category: String

  @Option(help: "The name to show.")
  var name: String?

  @OptionGroup var fields: CategoryFieldOptions

  @Flag(help: "Take it from under the category above it.")
  var noParent = false

  @OptionGroup var options: EditOptions

  func validate() throws {
    try EditedValues.checkName("--name", name)
    if name == nil, fields.values.isEmpty, !noParent { throw ValidationError("say what to set, such as --name") }
    if noParent, fields.parent != nil { throw ValidationError("say --parent or --no-parent, not both") }
  }

  func run() async throws {
    try await RecordEdit("categories set", options).run { editor, finder in
      let record = try await finder.category(category)
      let text = record[CategoryField.slug]?.string ?? record.name.rawValue
      guard let slug = Slug(rawValue: text) else {
        throw CommandFailure("the slug '\(text)' of the category is none; make the category anew under another")
      }
      var seed = fields.seed(slug, name: name ?? record[CategoryField.name]?.string)
      if noParent { seed.fields.clear(CategoryField.parentCategory) }
      return try await editor.plan(category: seed, on: record)
    }
  }
}
