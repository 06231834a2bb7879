import Catalog
import CloudKitRecords

/// The categories that feeds can belong to: those of the container and those being seeded.
struct KnownCategories: Sendable {
  /// The slug for feeds that state no category.
  static let fallback = "general"

  /// The display names, keyed by slug.
  private(set) var names: [String: String] = [:]
  /// The record names that differ from their slugs.
  private var records: [String: RecordName] = [:]
  /// Whether the layout has category records. Without them, any name is a category.
  let areRecords: Bool

  /// Creates the known categories of a container.
  init(_ taxonomy: Taxonomy) {
    areRecords = taxonomy.areRecords
    for category in taxonomy.categories {
      let slug = category.slug?.rawValue ?? category.reference
      names[slug] = category.name
      if let record = category.record, record.name.rawValue != slug { records[slug] = record.name }
    }
  }

  /// Adds a category that is being seeded.
  mutating func add(_ seed: SluggedSeed) {
    let slug = seed.slug.rawValue
    let mayRename = seed.authority == .named && seed.fields[CategoryField.name] != nil
    if names[slug] == nil || mayRename { names[slug] = seed.label }
  }

  /// Returns the record name of a category by slug.
  func recordName(of slug: String) -> RecordName { records[slug] ?? RecordName(slug) }

  /// Returns the name that feeds use to refer to a category: the record name, or the display name if the layout has no
  /// category records.
  func reference(to slug: String) -> RecordName {
    areRecords ? recordName(of: slug) : RecordName(names[slug] ?? slug)
  }

  /// Whether the category is known by name.
  func isNamed(_ slug: String) -> Bool { names[slug] != nil }

  /// Whether a feed may belong to the category.
  func contains(_ slug: String) -> Bool { !areRecords || names[slug] != nil }

  /// The sorted slugs, for messages.
  var slugs: [String] { names.keys.sorted() }
}
