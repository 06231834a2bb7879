package import Catalog
package import CloudKitRecords
import Diagnostics

/// An editor that plans manual changes as a seed of one record, so that the same rules apply. Reads only the records
/// involved.
package struct CatalogEditor: Sendable {
  /// The place of values from the command line.
  package static let place = SeedPlace(file: "command line", range: nil)

  private let reader: CatalogReader
  /// The timestamp for new and changed records.
  package let asOf: Timestamp

  package init(_ reader: CatalogReader, asOf: Timestamp) {
    self.reader = reader
    self.asOf = asOf
  }

  /// Plans new feeds and changes to existing ones. Writes nothing.
  /// - Parameters:
  ///   - edits: The seeds, each with the feed's record with all fields, or `nil` for a new feed. A feed moves to the
  ///     address of its seed, which no other feed may have.
  ///   - allowsCredentials: Whether addresses may contain a user name or password.
  package func plan(
    feeds edits: [(seed: FeedSeed, existing: Record?)], allowsCredentials: Bool
  ) async throws(RecordStoreError) -> SeedPlan {
    let known = KnownCategories(try await Taxonomy(reader))
    let policy = SeedPolicy(allowsCredentials: allowsCredentials)
    var feeds = FeedPlanner(
      seeds: edits.map(\.seed), categories: known, layout: reader.layout, asOf: asOf, policy: policy)
    for (index, edit) in edits.enumerated() {
      guard let existing = edit.existing else { continue }
      feeds.compare(existing)
      let isMove = edit.seed.feedURL != existing[FeedField.feedURL]?.string ?? ""
      if isMove { feeds.adopt(existing, for: index, address: feeds.wanted[index]?.url) }
    }
    let hasMetadata = CatalogTable.metadata.type(in: reader.layout) != nil
    let new = hasMetadata ? edits.indices.filter { edits[$0].existing == nil } : []
    let metadata = new.compactMap { feeds.wanted[$0] }.map { SeedStep(feeds.metadata(of: $0), on: nil) }
    return SeedPlan(
      diagnostics: edits.flatMap { categoryNotes($0.seed, known) } + feeds.diagnostics,
      steps: feeds.steps + metadata, layout: reader.layout)
  }

  /// Returns a diagnostic about a new category name in a layout without category records, where any name is a category.
  private func categoryNotes(_ seed: FeedSeed, _ known: KnownCategories) -> [Diagnostic] {
    guard !known.areRecords, let name = seed.fields[FeedField.category]?.string, !known.isNamed(name),
      !known.names.values.contains(name)
    else { return [] }
    let nearest = Suggestion.nearest(to: name, among: known.names.values.sorted())
    return [
      seed.place.diagnostic(
        nearest == nil ? .info : .error, rule: "unknown-category", "no feed has the category '\(name)'",
        help: nearest.map { "did you mean '\($0)'?" } ?? "the category is new")
    ]
  }

  /// Plans a new category or the changes to an existing one. Writes nothing.
  package func plan(category seed: SluggedSeed, on existing: Record?) async throws(RecordStoreError) -> SeedPlan {
    let taxonomy = try await Taxonomy(reader)
    var known = KnownCategories(taxonomy)
    known.add(seed)
    var records = taxonomy.records
    if let existing { records[seed.slug.rawValue] = existing }
    let categories = CategoryPlanner(seeds: [seed], existing: records, known: known)
    return SeedPlan(diagnostics: categories.diagnostics, steps: categories.steps, layout: reader.layout)
  }

  /// Plans a new collection or the changes to an existing one. Writes nothing.
  /// - Parameters:
  ///   - existing: The collection's record, or `nil` for a new collection.
  ///   - members: The record names of the feeds in order. They replace the addresses of the seed.
  package func plan(
    collection seed: SluggedSeed, on existing: Record?, members: [RecordName]? = nil
  ) async throws(RecordStoreError) -> SeedPlan {
    let names = try await FeedSearch(reader).names(of: (seed.feeds ?? []).compactMap { try? FeedURL($0.feedURL) })
    var collections = CollectionPlanner(seeds: [seed], existing: [:], asOf: asOf, feed: { names[$0]?.first })
    if let existing { collections.edit(existing, members: members) }
    return try await SeedPlan(
      diagnostics: collections.diagnostics, steps: collections.steps, layout: reader.layout
    ).readingTitles(in: reader.store)
  }
}
