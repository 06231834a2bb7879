package import Catalog
package import CloudKitRecords
import Diagnostics

/// An editor that plans manual changes as a seed of one record, so that the same rules apply. Reads only the records
/// involved.
package struct CatalogEditor: Sendable {
  /// The place of values from the command line.
  package static let place = SeedPlace(file: "command line", range: nil)

  private let reader: CatalogReader
  private let asOf: Timestamp

  /// Creates an editor for a catalog.
  /// - Parameter asOf: The timestamp for new and changed records.
  package init(_ reader: CatalogReader, asOf: Timestamp) {
    self.reader = reader
    self.asOf = asOf
  }

  /// Plans a new feed or the changes to an existing one. Writes nothing.
  /// - Parameter existing: The feed's record with all fields, or `nil` for a new feed.
  package func plan(feed seed: FeedSeed, on existing: Record?) async throws(RecordStoreError) -> SeedPlan {
    var seeds = SeedCatalog()
    seeds.feeds = [seed]
    let known = KnownCategories(try await Taxonomy(reader))
    var feeds = FeedPlanner(seeds: seeds.feeds, categories: known, layout: reader.layout, asOf: asOf)
    if let existing { feeds.meet(existing) }
    var steps = feeds.steps
    if existing == nil, CatalogTable.metadata.type(in: reader.layout) != nil, feeds.wanted[0] != nil {
      steps.append(SeedStep(kind: .metadata, action: .create, seed: 0))
    }
    return plan(seeds, steps: steps, feeds: feeds, known: known, notes: categoryNotes(seed, known))
  }

  /// Returns a diagnostic about a new category name in a layout without category records, where any name is a category.
  private func categoryNotes(_ seed: FeedSeed, _ known: KnownCategories) -> [Diagnostic] {
    guard !known.areRecords, let name = seed.fields[FeedField.category]?.string, !known.isNamed(name),
      !known.names.values.contains(name)
    else { return [] }
    let nearest = Suggestion.nearest(to: name, among: known.slugs + known.names.values.sorted())
    return [
      seed.place.diagnostic(
        nearest == nil ? .info : .error, rule: "unknown-category", "no feed has the category '\(name)'",
        help: nearest.map { "did you mean '\($0)'?" } ?? "the category is new")
    ]
  }

  /// Plans a new category or the changes to an existing one. Writes nothing.
  package func plan(category seed: CategorySeed, on existing: Record?) async throws(RecordStoreError) -> SeedPlan {
    var seeds = SeedCatalog()
    seeds.categories = [seed]
    let taxonomy = try await Taxonomy(reader)
    var known = KnownCategories(taxonomy)
    known.add(seed)
    var records = taxonomy.records
    if let existing { records[seed.slug.rawValue] = existing }
    let categories = CategoryPlanner(seeds: seeds.categories, existing: records, known: known)
    return plan(seeds, steps: categories.steps, categories: categories, known: known)
  }

  /// Plans a new collection or the changes to an existing one. Writes nothing.
  /// - Parameters:
  ///   - existing: The collection's record, or `nil` for a new collection.
  ///   - members: The record names of the feeds in order. They replace the addresses of the seed.
  package func plan(
    collection seed: CollectionSeed, on existing: Record?, members: [RecordName]? = nil
  ) async throws(RecordStoreError) -> SeedPlan {
    var seeds = SeedCatalog()
    seeds.collections = [seed]
    let names = try await FeedSearch(reader).names(of: (seed.feeds ?? []).compactMap { try? FeedURL($0.feedURL) })
    var collections = CollectionPlanner(
      seeds: seeds.collections, existing: [:], asOf: asOf, feed: { names[$0]?.first })
    if let existing { collections.edit(existing, members: members) }
    let known = KnownCategories(try await Taxonomy(reader))
    return plan(seeds, steps: collections.steps, collections: collections, known: known)
  }

  private func plan(
    _ seeds: SeedCatalog, steps: [SeedStep], categories: CategoryPlanner? = nil, feeds: FeedPlanner? = nil,
    collections: CollectionPlanner? = nil, known: KnownCategories, notes: [Diagnostic] = []
  ) -> SeedPlan {
    let categories = categories ?? CategoryPlanner(seeds: [], existing: [:], known: known)
    let feeds = feeds ?? FeedPlanner(seeds: [], categories: known, layout: reader.layout, asOf: asOf)
    let collections = collections ?? CollectionPlanner(seeds: [], existing: [:], asOf: asOf, feed: { _ in nil })
    return SeedPlan(
      diagnostics: notes + categories.diagnostics + feeds.diagnostics + collections.diagnostics, steps: steps,
      unsupported: [],
      orphans: [], seeds: seeds, categories: categories, feeds: feeds, collections: collections)
  }
}
