import Catalog
import CloudKitRecords
import Diagnostics

/// Holds the collections of seeds against those of a container. Pure.
struct CollectionPlanner {
  /// What is wrong in the seeds.
  private(set) var diagnostics: [Diagnostic] = []
  /// One step for each seed.
  private(set) var steps: [SeedStep] = []

  private let seeds: [CollectionSeed]
  private let asOf: Timestamp
  private var members: [[RecordName]?] = []
  /// The record name of each seed's collection.
  private(set) var names: [RecordName] = []

  /// Plans the seeds against the container's collections of the same record names.
  /// - Parameter feed: the record name of a feed, by its identity key; `nil` where there is no such feed.
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

  /// Plans the first seed for a record that is there, whatever its name.
  /// - Parameter members: its feeds in order; `nil` where they are the seed's.
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
        // In a list made for others the feed itself may have been refused, and that was said.
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

  /// What has to be done to a record for it to be as a seed wants it; a change also moves `updatedAt`.
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

  /// A new collection's record; without a title the slug is shown.
  func record(forSeed index: Int) -> Record {
    var record = desired(index).record(names[index], of: .collections, in: .publicCatalog)
    record[CollectionField.title] = .string(seeds[index].label)
    record[CollectionField.createdAt] = .timestamp(asOf)
    record[CollectionField.updatedAt] = .timestamp(asOf)
    return record
  }
}
