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

  /// No category yet.
  init(areRecords: Bool) { self.areRecords = areRecords }

  /// Adds a category of the container.
  mutating func add(slug: String, name: String?, record: RecordName) {
    self.names[slug] = name ?? slug
    if record.rawValue != slug { records[slug] = record }
  }

  /// Adds a category that is being seeded.
  mutating func add(_ seed: CategorySeed) {
    let slug = seed.slug.rawValue
    let mayRename = seed.authority == .named && seed.name != nil
    if names[slug] == nil || mayRename { names[slug] = seed.name ?? slug }
  }

  /// The record name of a slug's category.
  func recordName(of slug: String) -> RecordName { records[slug] ?? RecordName(slug) }

  /// Whether a category is known, and not only any name.
  func isNamed(_ slug: String) -> Bool { names[slug] != nil }

  /// Whether a feed may be in the category.
  func contains(_ slug: String) -> Bool { !areRecords || names[slug] != nil }

  /// The slugs, sorted, for messages.
  var slugs: [String] { names.keys.sorted() }
}
