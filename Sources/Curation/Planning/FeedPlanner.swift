import Catalog
import CloudKitRecords
import Diagnostics

/// Plans feed changes by comparing seeds with a container's feeds. Performs no I/O: the caller passes the container's
/// records one at a time.
struct FeedPlanner {
  /// A feed to seed, unique by identity.
  struct Wanted {
    /// The index of the feed's seed.
    let seed: Int
    /// The canonical address.
    var url: FeedURL
    /// The category's slug, or `nil` if the seed does not state one.
    var category: String?
    /// The tags, including those from list folders, or `nil` if the seed does not state any.
    var tags: [String]?
    /// The name of the feed's record in the container, or `nil` for a new feed.
    var storedName: RecordName?

    /// The record name: the container's name for an existing feed, otherwise a name computed on demand.
    var name: RecordName { storedName ?? CatalogName.feed(url.key) }
  }

  /// Diagnostics for the seeds.
  private(set) var diagnostics: [Diagnostic]
  /// The feed of each seed, or `nil` for a rejected or duplicate seed.
  var wanted: [Wanted?]
  /// The steps, one per seed.
  private(set) var steps: [SeedStep] = []

  let seeds: [FeedSeed]
  /// The layout of the container's catalog.
  let layout: CatalogLayout
  private let asOf: Timestamp
  let categories: KnownCategories
  let mapping: CategoryMapping
  let policy: SeedPolicy
  private var positions: [FeedURL.Key: Int] = [:]
  /// The search for feeds that no seed states, or `nil` if orphans are not requested.
  var orphans: OrphanSearch?

  /// Resolves the seeds to canonical addresses, unique feeds, and existing categories.
  init(
    seeds: [FeedSeed], categories: KnownCategories, layout: CatalogLayout, asOf: Timestamp,
    policy: SeedPolicy = SeedPolicy()
  ) {
    self.seeds = seeds
    self.layout = layout
    self.asOf = asOf
    self.categories = categories
    wanted = Array(repeating: nil, count: seeds.count)
    positions.reserveCapacity(seeds.count)
    steps.reserveCapacity(seeds.count)
    self.policy = policy
    mapping = CategoryMapping(
      categories.names, map: policy.categoryMap, takesAnyTarget: !categories.areRecords)
    // The project's own files name categories by slug, so the map only matters if there is a list.
    diagnostics = seeds.contains { $0.authority == .fillAbsent } ? mapping.diagnostics : []
    // Feeds of one folder are adjacent, so each folder is mapped once.
    var last: (seed: Int, mapped: (slug: String?, tags: [String]))?
    for index in seeds.indices {
      if last.map({ !seeds[index].isBeside(seeds[$0.seed]) }) ?? true {
        last = (
          index, mapping.category(folders: seeds[index].folders, attributes: seeds[index].categoryAttributes)
        )
      }
      read(index, last?.mapped ?? (nil, []))
    }
  }

  private mutating func read(_ index: Int, _ mapped: (slug: String?, tags: [String])) {
    let seed = seeds[index]
    let url: FeedURL
    do {
      url = try FeedURL(seed.feedURL)
    } catch {
      refuse(index, rule: "invalid-feed-url", "\(error)", help: "give the feed's http or https address")
      return
    }
    if let note = url.note { report(seed, .warning, rule: "scheme-added", note, help: "write \(url)") }
    let key = url.key
    if policy.denied.contains(key) {
      let severity: Diagnostic.Severity = seed.authority == .named ? .warning : .info
      report(
        seed, severity, rule: "denied-feed", "\(url) is on the denylist", help: "take it out here, or off the denylist")
      return add(index, .skipped("it is on the denylist"))
    }
    if let first = positions[key] { return meetAgain(index, url, first: first) }
    var category = seed.fields[FeedField.category]?.string
    var tags = seed.tags
    if seed.authority == .fillAbsent {
      // A list from another catalog may name unknown categories. Its folders then determine the category.
      category = category.flatMap { categories.isNamed($0) ? $0 : nil }
    } else if let slug = category, !categories.contains(slug) {
      let known = categories.slugs
      let nearest = Suggestion.nearest(to: slug, among: known).map { "did you mean '\($0)'? " } ?? ""
      refuse(
        index, rule: "unknown-category", "no category '\(slug)'",
        help: nearest + (known.isEmpty ? "seed categories first" : "there are \(known.joined(separator: ", "))"))
      return
    }
    if seed.authority == .fillAbsent, category == nil {
      category = mapped.slug
      var more = mapped.tags
      if category == nil, !categories.areRecords, let folder = seed.folders.last {
        // Without category records, any name is a category. Use the folder name, as exports do.
        category = folder
        more.removeAll { $0 == folder }
      }
      // Feeds in the same folder share the folder's tags.
      tags = tags.map { own in own + more.filter { !own.contains($0) } } ?? more
      if tags?.isEmpty == true { tags = seed.tags }
    }
    positions[key] = index
    wanted[index] = Wanted(seed: index, url: url, category: category, tags: tags)
    add(index, .create)
  }

  /// Rejects an unusable seed: an error in the project's own files, a skipped entry in third-party lists.
  private mutating func refuse(_ index: Int, rule: String, _ message: String, help: String) {
    report(seeds[index], seeds[index].authority == .named ? .error : .warning, rule: rule, message, help: help)
    add(index, .skipped(message))
  }

  mutating func report(
    _ seed: FeedSeed, _ severity: Diagnostic.Severity, rule: String, _ message: String, help: String
  ) {
    diagnostics.append(seed.place.diagnostic(severity, rule: rule, message, help: help))
  }

  mutating func add(_ index: Int, _ action: SeedStep.Action) {
    steps.append(SeedStep(kind: .feed, action: action, seed: index))
  }

  /// Returns the steps and removes them from the planner.
  mutating func takeSteps() -> [SeedStep] {
    defer { steps = [] }
    return steps
  }

  /// Compares a feed of the container with the seeds.
  /// - Returns: The feed's identity key, or `nil` if its address is invalid.
  @discardableResult
  mutating func meet(_ existing: Record) -> FeedURL.Key? {
    guard let text = existing[FeedField.feedURL]?.string, let url = try? FeedURL(text) else {
      orphans?.meet(existing, isStated: false)
      return nil
    }
    let key = url.key
    orphans?.meet(existing, isStated: positions[key] != nil)
    if let index = positions[key], var feed = wanted[index], feed.storedName == nil {
      feed.storedName = existing.name
      wanted[index] = feed
      if policy.duplicates == .report, url != feed.url { reportSpelling(of: feed, stored: url) }
      steps[index].action = action(for: feed, on: existing)
    }
    return key
  }

  /// Returns the action that brings a record in line with a seed.
  func action(for wanted: Wanted, on existing: Record) -> SeedStep.Action {
    var changes = desired(wanted).changes(to: existing)
    if let change = secureAddress(of: wanted, on: existing) { changes.insert(change, at: 0) }
    return changes.isEmpty ? .unchanged : .update(changes, changeTag: existing.changeTag)
  }

  /// Returns the record name of a seeded feed by its identity key.
  func name(of key: FeedURL.Key) -> RecordName? { positions[key].flatMap { wanted[$0]?.name } }

  /// Returns the name of a seed's feed for reports.
  func label(ofSeed index: Int) -> String {
    seeds[index].fields[FeedField.title]?.string ?? wanted[index]?.url.key.description
      ?? DisplayText.line(FeedURL.redacted(seeds[index].feedURL), atMost: 100)
  }

  private func desired(_ feed: Wanted) -> DesiredFields {
    let seed = seeds[feed.seed]
    let category = feed.category ?? (seed.authority == .fillAbsent ? mapping.fallback : nil)
    return DesiredFields(.feeds, seed.fields, seed.authority, in: layout) { field in
      switch field.content {
      case .category: category.map { field.reference(to: categories.reference(to: $0), in: layout) }
      case .tags: feed.tags.map(FieldValue.strings)
      default: seed.fields[field]
      }
    }
  }

  /// Returns the record of a new feed. By default, the title is the address, the category is the fallback, and the feed
  /// was added at the current time.
  func record(for feed: Wanted) -> Record {
    var record = desired(feed).record(feed.name, of: .feeds, in: layout)
    record[FeedField.feedURL] = .string(feed.url.canonical)
    if record[FeedField.title] == nil { record[FeedField.title] = .string(feed.url.key.description) }
    if record[FeedField.category] == nil, categories.areRecords, categories.contains(KnownCategories.fallback) {
      let fallback = categories.reference(to: KnownCategories.fallback)
      record[FeedField.category] = FeedField.category.reference(to: fallback, in: layout)
    }
    if let addedAt = FeedField.addedAt.name(in: layout), record[addedAt] == nil { record[addedAt] = .timestamp(asOf) }
    return record
  }
}
