package import Catalog
package import CloudKitRecords

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
    let known = KnownCategories(try await Taxonomy(reader))
    var feeds = FeedPlanner(seeds: [seed], categories: known, layout: reader.layout, asOf: asOf)
    if let existing { feeds.compare(existing) }
    var steps = feeds.steps
    if existing == nil, CatalogTable.metadata.type(in: reader.layout) != nil, feeds.wanted[0] != nil {
      steps.append(SeedStep(kind: .metadata, action: .create, seed: 0))
    }
    return SeedPlan(
      diagnostics: feeds.diagnostics, steps: steps, layout: reader.layout,
      planners: [.feed: feeds, .metadata: MetadataPlanner(feeds: feeds)])
  }

  /// Plans a new category or the changes to an existing one. Writes nothing.
  package func plan(category seed: SluggedSeed, on existing: Record?) async throws(RecordStoreError) -> SeedPlan {
    let taxonomy = try await Taxonomy(reader)
    var known = KnownCategories(taxonomy)
    known.add(seed)
    var records = taxonomy.records
    if let existing { records[seed.slug.rawValue] = existing }
    let categories = CategoryPlanner(seeds: [seed], existing: records, known: known)
    return SeedPlan(
      diagnostics: categories.diagnostics, steps: categories.steps, layout: reader.layout,
      planners: [.category: categories])
  }

  /// Plans a new collection or the changes to an existing one. Writes nothing.
  /// - Parameters:
  ///   - existing: The collection's record, or `nil` for a new collection.
  ///   - members: The record names of the feeds in order. They replace the addresses of the seed.
  package func plan(
    collection seed: SluggedSeed, on existing: Record?, members: [RecordName]? = nil
  ) async throws(RecordStoreError) -> SeedPlan {
    var names: [FeedURL.Key: RecordName] = [:]
    let search = FeedSearch(reader)
    for member in seed.feeds ?? [] {
      guard let url = try? FeedURL(member.feedURL) else { continue }
      names[url.key] = try await search.names(for: url.canonical).first
    }
    var collections = CollectionPlanner(seeds: [seed], existing: [:], asOf: asOf, feed: { names[$0] })
    if let existing { collections.edit(existing, members: members) }
    return SeedPlan(
      diagnostics: collections.diagnostics, steps: collections.steps, layout: reader.layout,
      planners: [.collection: collections])
  }
}
