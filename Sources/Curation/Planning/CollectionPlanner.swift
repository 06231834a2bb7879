import Catalog
import CloudKitRecords
import Diagnostics

/// Plans collection changes by comparing seeds with a container's collections. Performs no I/O.
struct CollectionPlanner {
  private(set) var diagnostics: [Diagnostic] = []
  /// The steps, one per seed.
  private(set) var steps: [SeedStep] = []

  private let seeds: [SluggedSeed]
  private let asOf: Timestamp
  private var members: [[RecordName]?] = []
  private(set) var names: [RecordName] = []

  /// Plans the seeds against the container's collections, matched by record name.
  /// - Parameter feed: Returns the record name for a feed's identity key, or `nil` for an unknown feed.
  init(
    seeds: [SluggedSeed], existing: [RecordName: Record], asOf: Timestamp, feed: (FeedURL.Key) -> RecordName?
  ) {
    self.seeds = seeds
    self.asOf = asOf
    var places: [Slug: SeedPlace] = [:]
    for (index, seed) in seeds.enumerated() {
      members.append(resolve(seed, feed))
      names.append(CatalogName.collection(seed.slug))
      if let first = places[seed.slug] {
        diagnostics.append(
          seed.place.diagnostic(
            .warning, rule: "duplicate-collection", "the collection '\(seed.slug)' is a duplicate",
            help: "the first one applies; remove this one", first: first))
        let duplicate = SeedStep.Action.duplicate(of: seed.slug.rawValue)
        steps.append(SeedStep(.collection, seed.label, names[index], at: seed.place, duplicate))
        continue
      }
      places[seed.slug] = seed.place
      if seed.authority == .fillAbsent, members[index]?.isEmpty == true {
        let reason = "none of its feeds can be seeded"
        steps.append(SeedStep(.collection, seed.label, names[index], at: seed.place, .skipped(reason)))
        continue
      }
      steps.append(SeedStep(desired(index), on: existing[names[index]]))
    }
  }

  /// Plans the first seed against an existing record, whatever its record name.
  /// - Parameter members: The collection's feeds in order, or `nil` to use the seed's feeds.
  mutating func edit(_ existing: Record, members: [RecordName]?) {
    names[0] = existing.name
    if let members { self.members[0] = members }
    steps = [SeedStep(desired(0), on: existing)]
  }

  private mutating func resolve(_ seed: SluggedSeed, _ feed: (FeedURL.Key) -> RecordName?) -> [RecordName]? {
    guard let mentions = seed.feeds else { return nil }
    var names: [RecordName] = []
    var seen: Set<RecordName> = []
    for mention in mentions {
      guard let url = try? FeedURL(mention.feedURL), let name = feed(url.key) else {
        // In third-party lists, the feed itself may have been rejected and already reported.
        let shown = DisplayText.line(FeedURL.redacted(mention.feedURL), atMost: 100)
        diagnostics.append(
          seed.place.diagnostic(
            seed.authority == .named ? .error : .info, rule: "unknown-feed",
            "no feed '\(shown)' for the collection '\(seed.slug)'", range: mention.range,
            help: "seed the feed too, or remove it from the collection"))
        continue
      }
      if seen.insert(name).inserted {
        names.append(name)
      } else if seed.authority == .named {
        diagnostics.append(
          seed.place.diagnostic(
            .warning, rule: "duplicate-feed", "\(url) is a duplicate in the collection '\(seed.slug)'",
            range: mention.range, help: "the first one applies; remove this one"))
      }
    }
    return names
  }

  /// Returns the record of a collection. The title of a new one defaults to the slug. Every update also sets
  /// `updatedAt`.
  private func desired(_ index: Int) -> DesiredRecord {
    let seed = seeds[index]
    var desired = DesiredRecord(
      kind: .collection, name: names[index], title: seed.label, place: seed.place, layout: .publicCatalog,
      authority: seed.authority)
    desired.state(seed.fields) { field in
      guard field.content == .feeds else { return seed.fields[field] }
      return members[index].map { .list($0.map { .reference(Reference($0)) }) }
    }
    desired.stamp = (CollectionField.updatedAt, .timestamp(asOf))
    desired.defaults = [
      (CollectionField.title.name, .string(seed.label)), (CollectionField.createdAt.name, .timestamp(asOf)),
      (CollectionField.updatedAt.name, .timestamp(asOf)),
    ]
    return desired
  }
}
