import Catalog
import CloudKitRecords

/// The categories a feed can be in: those of the container and those being seeded.
struct KnownCategories: Sendable {
  /// The slug of feeds that say nothing of a category.
  static let fallback = "general"

  /// Names to show, by slug.
  private(set) var names: [String: String] = [:]
  /// The record of a slug, where it is not named like it.
  private var records: [String: RecordName] = [:]
  /// Whether there are category records at all: a layout without them takes any name.
  let areRecords: Bool

  /// The categories of a container.
  init(_ taxonomy: Taxonomy) {
    areRecords = taxonomy.areRecords
    for category in taxonomy.categories {
      let slug = category.slug?.rawValue ?? category.reference
      names[slug] = category.name
      if let record = category.record, record.name.rawValue != slug { records[slug] = record.name }
    }
  }

  /// Adds a category that is being seeded.
  mutating func add(_ seed: CategorySeed) {
    let slug = seed.slug.rawValue
    let mayRename = seed.authority == .named && seed.fields[CategoryField.name] != nil
    if names[slug] == nil || mayRename { names[slug] = seed.label }
  }

  /// The record name of a slug's category.
  func recordName(of slug: String) -> RecordName { records[slug] ?? RecordName(slug) }

  /// What a feed refers to a slug's category by: its record name, or without category records its name to show.
  func reference(to slug: String) -> RecordName {
    areRecords ? recordName(of: slug) : RecordName(names[slug] ?? slug)
  }

  /// Whether a category is known, and not only any name.
  func isNamed(_ slug: String) -> Bool { names[slug] != nil }

  /// Whether a feed may be in the category.
  func contains(_ slug: String) -> Bool { !areRecords || names[slug] != nil }

  /// The slugs, sorted, for messages.
  var slugs: [String] { names.keys.sorted() }
}
