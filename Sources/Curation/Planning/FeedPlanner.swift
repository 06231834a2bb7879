import Catalog
import CloudKitRecords
import Diagnostics

/// Holds the feeds of seeds against those of a container. Pure: it is told of the container's records one by one.
struct FeedPlanner {
  /// A feed the seeds want, once for each identity.
  struct Wanted {
    /// Which of the seeds.
    let seed: Int
    /// Its address, canonical.
    var url: FeedURL
    /// The category's slug; `nil` where the seed does not say.
    var category: String?
    /// The tags, those of a list's folders among them; `nil` where the seed does not say.
    var tags: [String]?
    /// The name of its record in the container; `nil` where it has none.
    var storedName: RecordName?

    /// Its record's name: the container's where it has the feed, else ours, which is made only when it is asked for.
    var name: RecordName { storedName ?? CatalogName.feed(url.key) }
  }

  /// What is wrong in the seeds.
  private(set) var diagnostics: [Diagnostic]
  /// The feed of each seed; `nil` where it comes to nothing.
  var wanted: [Wanted?]
  /// What is to become of each seed.
  private(set) var steps: [SeedStep] = []

  let seeds: [FeedSeed]
  /// How the container keeps its catalogue.
  let layout: CatalogLayout
  private let asOf: Timestamp
  let categories: KnownCategories
  let mapping: CategoryMapping
  let policy: SeedPolicy
  private var positions: [FeedURL.Key: Int] = [:]
  /// Where feeds of the container that no seed states are noted; `nil` where nobody asks for them.
  var orphans: OrphanSearch?

  /// Reads the seeds: canonical addresses, one feed for each identity, categories that exist.
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
    // Our own files name categories by their slugs: without a list the map makes no difference.
    diagnostics = seeds.contains { $0.authority == .fillAbsent } ? mapping.diagnostics : []
    // Feeds of one folder stand together: what it means is found once.
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
    for note in url.notes { report(seed, .warning, rule: "scheme-added", "\(note)", help: "write \(url)") }
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
      // A list made of another catalogue may name what there is not: then its folders decide, as in any list.
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
        // Without category records any name is a category: the folder's, as an export has it.
        category = folder
        more.removeAll { $0 == folder }
      }
      // Feeds of one folder share its tags.
      tags = tags.map { own in own + more.filter { !own.contains($0) } } ?? more
      if tags?.isEmpty == true { tags = seed.tags }
    }
    positions[key] = index
    wanted[index] = Wanted(seed: index, url: url, category: category, tags: tags)
    add(index, .create)
  }

  /// A seed that cannot be used: a mistake in our own files, something to skip in a list made for another program.
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

  /// The steps, which are the planner's no more.
  mutating func takeSteps() -> [SeedStep] {
    defer { steps = [] }
    return steps
  }

  /// Holds a feed of the container against the seeds.
  /// - Returns: its identity key, where its address can be read.
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

  /// What has to be done to a record for it to be as a seed wants it.
  func action(for wanted: Wanted, on existing: Record) -> SeedStep.Action {
    var changes = desired(wanted).changes(to: existing)
    if let change = secureAddress(of: wanted, on: existing) { changes.insert(change, at: 0) }
    return changes.isEmpty ? .unchanged : .update(changes, changeTag: existing.changeTag)
  }

  /// The record name of a wanted feed, by its identity key.
  func name(of key: FeedURL.Key) -> RecordName? { positions[key].flatMap { wanted[$0]?.name } }

  /// What to call a seed's feed in reports.
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

  /// A new feed's record. Where the seed does not say, the title is the address, the category the fallback, and the feed
  /// was added now.
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
