package import Catalog
package import CloudKitRecords
package import CloudKitSchema

/// A planner that reads a container page by page and compares it with the seeds.
package struct SeedPlanner: Sendable {
  private let reader: CatalogReader
  private let asOf: Timestamp
  private let policy: SeedPolicy

  /// - Parameter asOf: The timestamp for new records.
  package init(
    store: any RecordStore, schema: Schema, layout: CatalogLayout, asOf: Timestamp, policy: SeedPolicy = SeedPolicy()
  ) {
    reader = CatalogReader(store, layout: layout, schema: schema)
    self.asOf = asOf
    self.policy = policy
  }

  /// Plans the changes without writing them.
  /// - Parameters:
  ///   - findsOrphans: Whether to report records that the seeds do not state.
  ///   - progress: Called with the number of records read so far.
  package func plan(
    _ seeds: SeedCatalog, findsOrphans: Bool = false, progress: @Sendable (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) -> SeedPlan {
    var read = 0
    let layout = reader.layout
    let seeds = policy.keepsStored ? seeds.fillingAbsent() : seeds
    let taxonomy = try await Taxonomy(reader)
    var known = KnownCategories(taxonomy)
    let unsupported = [SeedKind.category, .collection].filter { kind in
      kind.table.type(in: layout) == nil && (kind == .category ? !seeds.categories.isEmpty : !seeds.collections.isEmpty)
    }
    let supported = seeds.only(SeedKind.allCases.filter { !unsupported.contains($0) })
    for seed in seeds.categories { known.add(seed) }

    var feeds = FeedPlanner(seeds: seeds.feeds, categories: known, layout: layout, asOf: asOf, policy: policy)
    if findsOrphans { feeds.orphans = OrphanSearch(seeds) }
    let mentioned = mentionedKeys(supported.collections, besides: feeds)
    // A feed of a collection that has moved still has the name that its former address gave.
    let mentionedByName = Dictionary(mentioned.map { (CatalogName.feed($0), $0) }) { first, _ in first }
    var mentionedNames: [FeedURL.Key: RecordName] = [:]
    var movedNames: [FeedURL.Key: RecordName] = [:]
    if !seeds.feeds.isEmpty || !mentioned.isEmpty || findsOrphans {
      try await reader.forEachPage(of: .feeds, fields: CatalogTable.feeds.curated) { page in
        for record in page {
          if let key = feeds.compare(record), mentioned.contains(key) { mentionedNames[key] = record.name }
          if let key = mentionedByName[record.name] { movedNames[key] = record.name }
        }
        read += page.count
        progress(read)
      }
    }
    feeds.resolveMoves()
    mentionedNames.merge(movedNames) { present, _ in present }

    let existing = taxonomy.records
    let categories = CategoryPlanner(seeds: supported.categories, existing: existing, known: known)
    let collections = try await planCollections(supported.collections) { key in
      feeds.name(of: key) ?? mentionedNames[key]
    }
    let metadata = try await metadataSteps(for: feeds)
    let unstated = findsOrphans ? try await collectionsBeside(collections.names) : []
    let orphans = feeds.orphans?.orphans(
      of: seeds, categories: existing, collections: unstated, mentioned: Set(mentionedNames.values))
    return try await SeedPlan(
      diagnostics: categories.diagnostics + feeds.diagnostics + feeds.kept.diagnostics + collections.diagnostics,
      steps: [categories.steps, feeds.steps, metadata, collections.steps].flatMap(\.self), unsupported: unsupported,
      orphans: orphans ?? [], folders: feeds.folders, layout: layout
    ).readingTitles(in: reader.store)
  }

  /// Returns the identity keys that collections name and the seeds lack.
  private func mentionedKeys(_ collections: [SluggedSeed], besides feeds: FeedPlanner) -> Set<FeedURL.Key> {
    let urls = collections.flatMap { $0.feeds ?? [] }.compactMap { try? FeedURL($0.feedURL) }
    return Set(urls.map(\.key).filter { feeds.name(of: $0) == nil })
  }

  private func planCollections(
    _ seeds: [SluggedSeed], feed: (FeedURL.Key) -> RecordName?
  ) async throws(RecordStoreError) -> CollectionPlanner {
    let names = seeds.map { CatalogName.collection($0.slug) }
    let existing = names.isEmpty ? [:] : try await reader.store.lookup(names, desiredFields: nil)
    return CollectionPlanner(seeds: seeds, existing: existing, asOf: asOf, feed: feed)
  }

  /// Returns the container's collections that the seeds do not state, or none if the seeds state no collections.
  private func collectionsBeside(_ stated: [RecordName]) async throws(RecordStoreError) -> [Record] {
    if stated.isEmpty { return [] }
    let stated = Set(stated)
    var others: [Record] = []
    try await reader.forEachPage(of: .collections, fields: [CollectionField.title]) { page in
      others += page.filter { !stated.contains($0.name) }
    }
    return others
  }

  /// Returns one step per seeded feed: its metadata record exists or is created.
  private func metadataSteps(for feeds: FeedPlanner) async throws(RecordStoreError) -> [SeedStep] {
    if feeds.seeds.isEmpty || CatalogTable.metadata.type(in: reader.layout) == nil { return [] }
    let wanted = feeds.wanted.compactMap { $0 }
    var undescribed = Set(wanted.map(\.name))
    let field = MetadataField.feedReference
    if !undescribed.isEmpty {
      try await reader.forEachPage(of: .metadata, fields: [field]) { page in
        for record in page {
          if let feed = record[field]?.reference?.recordName { undescribed.remove(feed) }
        }
      }
    }
    return wanted.map { feed in
      let metadata = feeds.metadata(of: feed)
      return undescribed.contains(feed.name) ? SeedStep(metadata, on: nil) : SeedStep(unchanged: metadata)
    }
  }
}

/// A policy for cases that seed lists do not decide.
package struct SeedPolicy: Sendable {
  /// How to resolve feeds with the same identity, under the same or different addresses.
  package enum Duplicates: String, CaseIterable, Sendable {
    /// Keep the stored feed, otherwise the first one. Report the others.
    case keepFirst = "keep-first"
    /// As `keepFirst`, but replace an `http` address with an `https` one, also in the container.
    case preferHTTPS = "prefer-https"
    /// Report each duplicate as an error, so that nothing is written.
    case report
  }

  /// The map from folders to categories, in addition to folders named after a category.
  var categoryMap: CategoryMap?
  var duplicates: Duplicates
  var denied: Set<FeedURL.Key>
  /// Whether addresses may contain a user name or password. Everyone can read a catalog.
  var allowsCredentials: Bool
  /// The addresses that stored feeds redirect to for good, as probes have seen, by the feeds' record names.
  package var redirects: [RecordName: FeedURL] = [:]
  /// The feeds that were removed from lists: none is another record of the feed that it redirects to.
  package var removed: Set<FeedURL.Key> = []
  /// Whether seeds of every kind of file only fill fields without a value, because the container is the truth.
  package var keepsStored = false
  /// Whether a stored address that only differs in its spelling, such as `http` for `https`, becomes the one of the
  /// files, because they are the truth.
  package var ownsAddresses = false
  /// Whether to report what lists state and the container has otherwise.
  package var reportsKept = false

  /// Creates a policy. By default, folder names determine the category, the first duplicate wins, no feed is denied,
  /// and addresses must not contain credentials.
  package init(
    categoryMap: CategoryMap? = nil, duplicates: Duplicates = .keepFirst, denied: Set<FeedURL.Key> = [],
    allowsCredentials: Bool = false
  ) {
    self.categoryMap = categoryMap
    self.duplicates = duplicates
    self.denied = denied
    self.allowsCredentials = allowsCredentials
  }
}

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

  init(_ taxonomy: Taxonomy) {
    areRecords = taxonomy.areRecords
    for category in taxonomy.categories {
      let slug = category.slug?.rawValue ?? category.reference
      names[slug] = category.name
      if let record = category.record, record.name.rawValue != slug { records[slug] = record.name }
    }
  }

  mutating func add(_ seed: SluggedSeed) {
    let slug = seed.slug.rawValue
    let mayRename = seed.authority == .named && seed.fields[CategoryField.name] != nil
    if names[slug] == nil || mayRename { names[slug] = seed.label }
  }

  func recordName(of slug: String) -> RecordName { records[slug] ?? RecordName(slug) }

  /// Returns the name that feeds use to refer to a category: the record name, or the display name if the layout has no
  /// category records.
  func reference(to slug: String) -> RecordName {
    areRecords ? recordName(of: slug) : RecordName(names[slug] ?? slug)
  }

  func isNamed(_ slug: String) -> Bool { names[slug] != nil }

  /// Whether a feed may belong to the category.
  func contains(_ slug: String) -> Bool { !areRecords || names[slug] != nil }

  /// The sorted slugs, for messages.
  var slugs: [String] { names.keys.sorted() }
}
