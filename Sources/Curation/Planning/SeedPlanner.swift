package import Catalog
package import CloudKitRecords
package import CloudKitSchema

/// Makes the plan: reads what the container has, page by page, and holds the seeds against it.
package struct SeedPlanner: Sendable {
  private let store: any RecordStore
  private let schema: Schema
  private let layout: CatalogLayout
  private let asOf: Timestamp
  private let policy: SeedPolicy

  /// A planner for a container.
  /// - Parameters:
  ///   - schema: the container's.
  ///   - asOf: the moment that new records are given as theirs.
  ///   - policy: what to do where the seeds leave it open.
  package init(
    store: any RecordStore, schema: Schema, layout: CatalogLayout, asOf: Timestamp, policy: SeedPolicy = SeedPolicy()
  ) {
    self.store = store
    self.schema = schema
    self.layout = layout
    self.asOf = asOf
    self.policy = policy
  }

  /// What seeding would do. Nothing is written.
  /// - Parameters:
  ///   - findsOrphans: whether the seeds are all that the container should have, and the rest is to be told.
  ///   - progress: called with the number of records read so far.
  package func plan(
    _ seeds: SeedCatalog, findsOrphans: Bool = false, progress: @Sendable (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) -> SeedPlan {
    var read = 0
    var known = KnownCategories(areRecords: layout.hasTaxonomy)
    var existingCategories: [String: Record] = [:]
    if layout.hasTaxonomy {
      try await store.forEachPage(of: Query(FeedCategory.recordType)) { (page) throws(RecordStoreError) in
        for record in page {
          let slug = record.fields[FeedCategory.Field.slug.rawValue]?.string ?? record.name.rawValue
          known.add(slug: slug, name: record.fields[FeedCategory.Field.name.rawValue]?.string, record: record.name)
          existingCategories[slug] = record
        }
      }
    }
    if !layout.hasTaxonomy, !seeds.feeds.isEmpty {
      // Without category records, the categories are those that feeds have: a slug means the name shown.
      let taxonomy = try await Taxonomy(CatalogReader(store, layout: layout, schema: schema))
      for case (let slug?, let category) in taxonomy.categories.map({ ($0.slug?.rawValue, $0) }) {
        known.add(slug: slug, name: category.name, record: RecordName(slug))
      }
    }
    for seed in seeds.categories { known.add(seed) }

    var feeds = FeedPlanner(
      seeds: seeds.feeds, categories: known, layout: layout, asOf: asOf, policy: policy)
    if findsOrphans { feeds.orphans = OrphanSearch(seeds) }
    let mentioned = mentionedKeys(seeds.collections, besides: feeds)
    var mentionedNames: [FeedURL.Key: RecordName] = [:]
    if !feeds.steps.isEmpty || !mentioned.isEmpty || findsOrphans {
      let fields = schema.declared(FeedPlanner.fields(of: layout), of: layout.feedType)
      let query = Query(layout.feedType, desiredFields: fields)
      try await store.forEachPage(of: query) { (page) throws(RecordStoreError) in
        for record in page {
          if let key = feeds.meet(record), mentioned.contains(key) { mentionedNames[key] = record.name }
        }
        read += page.count
        progress(read)
      }
    }

    let categories = CategoryPlanner(
      seeds: layout.hasTaxonomy ? seeds.categories : [], existing: existingCategories, known: known)
    let collections = try await planCollections(seeds.collections) { key in
      feeds.name(of: key) ?? mentionedNames[key]
    }
    let metadata = layout.hasTaxonomy ? try await metadataSteps(for: feeds) : []
    var steps = categories.steps
    // A list may be large: nothing of it is kept twice.
    steps.reserveCapacity(steps.count + feeds.steps.count + metadata.count + collections.steps.count)
    steps += feeds.takeSteps()
    steps += metadata
    steps += collections.steps
    let unstated = findsOrphans ? try await collectionsBeside(collections.names) : []
    let orphans = feeds.orphans?.orphans(
      of: seeds, categories: existingCategories, collections: unstated, mentioned: Set(mentionedNames.values))
    return SeedPlan(
      diagnostics: categories.diagnostics + feeds.diagnostics + collections.diagnostics, steps: steps,
      unsupported: layout.hasTaxonomy
        ? []
        : [SeedKind.category, .collection].filter {
          $0 == .category ? !seeds.categories.isEmpty : !seeds.collections.isEmpty
        },
      orphans: orphans ?? [], seeds: seeds, categories: categories, feeds: feeds, collections: collections)
  }

  /// The identity keys that collections name and the seeds do not have.
  private func mentionedKeys(_ collections: [CollectionSeed], besides feeds: FeedPlanner) -> Set<FeedURL.Key> {
    guard layout.hasTaxonomy else { return [] }
    let urls = collections.flatMap { $0.feeds ?? [] }.compactMap { try? FeedURL($0.feedURL) }
    return Set(urls.map(\.key).filter { feeds.name(of: $0) == nil })
  }

  private func planCollections(
    _ seeds: [CollectionSeed], feed: (FeedURL.Key) -> RecordName?
  ) async throws(RecordStoreError) -> CollectionPlanner {
    guard layout.hasTaxonomy, !seeds.isEmpty else {
      return CollectionPlanner(seeds: [], existing: [:], asOf: asOf, feed: feed)
    }
    let names = seeds.map { CatalogName.collection($0.slug) }
    let existing = try await store.lookup(names, desiredFields: nil)
    return CollectionPlanner(seeds: seeds, existing: existing, asOf: asOf, feed: feed)
  }

  /// The container's collections without those of the seeds; none where the seeds state no collection.
  private func collectionsBeside(_ stated: [RecordName]) async throws(RecordStoreError) -> [Record] {
    guard layout.hasTaxonomy, !stated.isEmpty else { return [] }
    let stated = Set(stated)
    var others: [Record] = []
    let query = Query(FeedCollection.recordType, desiredFields: [FeedCollection.Field.title.rawValue])
    try await store.forEachPage(of: query) { (page) throws(RecordStoreError) in
      others += page.filter { !stated.contains($0.name) }
    }
    return others
  }

  /// A step for each wanted feed: its metadata record is there, or is to be made.
  private func metadataSteps(for feeds: FeedPlanner) async throws(RecordStoreError) -> [SeedStep] {
    guard !feeds.steps.isEmpty else { return [] }
    let names = feeds.wanted.map { $0?.name }
    var undescribed = Set(names.lazy.compactMap { $0 })
    let field = FeedMetadata.Field.feedReference.rawValue
    let query = Query(FeedMetadata.recordType, desiredFields: [field])
    if !undescribed.isEmpty {
      try await store.forEachPage(of: query) { (page) throws(RecordStoreError) in
        for record in page {
          if let feed = record.fields[field]?.reference?.recordName { undescribed.remove(feed) }
        }
      }
    }
    return names.indices.compactMap { index in
      names[index].map { name in
        SeedStep(kind: .metadata, action: undescribed.contains(name) ? .create : .unchanged, seed: index)
      }
    }
  }
}
