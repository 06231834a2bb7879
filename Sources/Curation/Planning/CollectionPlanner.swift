import Catalog
import CloudKitRecords
import Diagnostics

/// Plans collection changes by comparing seeds with a container's collections. Performs no I/O.
struct CollectionPlanner {
  /// Diagnostics for the seeds.
  private(set) var diagnostics: [Diagnostic] = []
  /// The steps, one per seed.
  private(set) var steps: [SeedStep] = []

  private let seeds: [CollectionSeed]
  private let asOf: Timestamp
  private var members: [[RecordName]?] = []
  /// The record name of each seed's collection.
  private(set) var names: [RecordName] = []

  /// Plans the seeds against the container's collections, matched by record name.
  /// - Parameter feed: Returns the record name for a feed's identity key, or `nil` for an unknown feed.
  init(
    seeds: [CollectionSeed], existing: [RecordName: Record], asOf: Timestamp, feed: (FeedURL.Key) -> RecordName?
  ) {
    self.seeds = seeds
    self.asOf = asOf
    var slugs: Set<Slug> = []
    for (index, seed) in seeds.enumerated() {
      members.append(resolve(seed, feed))
      names.append(CatalogName.collection(seed.slug))
      if !slugs.insert(seed.slug).inserted {
        report(
          seed, .warning, rule: "duplicate-collection", "the collection '\(seed.slug)' is stated twice",
          "the first wins; take this one out")
        steps.append(SeedStep(kind: .collection, action: .duplicate(of: seed.slug.rawValue), seed: index))
        continue
      }
      if seed.authority == .fillAbsent, members[index]?.isEmpty == true {
        steps.append(SeedStep(kind: .collection, action: .skipped("none of its feeds can be seeded"), seed: index))
        continue
      }
      let action = existing[names[index]].map { self.action(forSeed: index, on: $0) }
      steps.append(SeedStep(kind: .collection, action: action ?? .create, seed: index))
    }
  }

  /// Plans the first seed against an existing record, whatever its record name.
  /// - Parameter members: The collection's feeds in order, or `nil` to use the seed's feeds.
  mutating func edit(_ existing: Record, members: [RecordName]?) {
    names[0] = existing.name
    if let members { self.members[0] = members }
    steps = [SeedStep(kind: .collection, action: action(forSeed: 0, on: existing), seed: 0)]
  }

  private mutating func resolve(_ seed: CollectionSeed, _ feed: (FeedURL.Key) -> RecordName?) -> [RecordName]? {
    guard let mentions = seed.feeds else { return nil }
    var names: [RecordName] = []
    var seen: Set<RecordName> = []
    for mention in mentions {
      guard let url = try? FeedURL(mention.feedURL), let name = feed(url.key) else {
        // In third-party lists, the feed itself may have been rejected and already reported.
        report(
          seed, seed.authority == .named ? .error : .info, rule: "unknown-feed",
          "no feed '\(DisplayText.line(FeedURL.redacted(mention.feedURL), atMost: 100))' for the collection '\(seed.slug)'",
          "seed the feed too, or take it out of the collection", range: mention.range)
        continue
      }
      if seen.insert(name).inserted {
        names.append(name)
      } else if seed.authority == .named {
        report(
          seed, .warning, rule: "duplicate-feed", "\(url) is in the collection '\(seed.slug)' twice",
          "the first place counts; take this one out", range: mention.range)
      }
    }
    return names
  }

  private mutating func report(
    _ seed: CollectionSeed, _ severity: Diagnostic.Severity, rule: String, _ message: String, _ help: String,
    range: SourceRange? = nil
  ) {
    diagnostics.append(seed.place.diagnostic(severity, rule: rule, message, range: range, help: help))
  }

  /// Returns the action that brings a record in line with a seed. Every update also sets `updatedAt`.
  func action(forSeed index: Int, on existing: Record) -> SeedStep.Action {
    var changes = desired(index).changes(to: existing)
    if changes.isEmpty { return .unchanged }
    let updatedAt = CollectionField.updatedAt
    changes.append(FieldChange(field: updatedAt.name, old: existing[updatedAt], new: .timestamp(asOf)))
    return .update(changes, changeTag: existing.changeTag)
  }

  private func desired(_ index: Int) -> DesiredFields {
    let seed = seeds[index]
    return DesiredFields(.collections, seed.fields, seed.authority, in: .publicCatalog) { field in
      guard field.content == .feeds else { return seed.fields[field] }
      return members[index].map { .list($0.map { .reference(Reference($0)) }) }
    }
  }

  /// Returns the record of a new collection. A missing title defaults to the slug.
  func record(forSeed index: Int) -> Record {
    var record = desired(index).record(names[index], of: .collections, in: .publicCatalog)
    record[CollectionField.title] = .string(seeds[index].label)
    record[CollectionField.createdAt] = .timestamp(asOf)
    record[CollectionField.updatedAt] = .timestamp(asOf)
    return record
  }
}
