import Catalog
import CloudKitRecords
import Diagnostics

/// Holds the categories of seeds against those of a container. Pure.
struct CategoryPlanner {
  /// What is wrong in the seeds.
  private(set) var diagnostics: [Diagnostic] = []
  /// One step for each seed.
  private(set) var steps: [SeedStep] = []

  private let seeds: [CategorySeed]
  private let known: KnownCategories

  /// Plans the seeds against the container's categories, by slug.
  init(seeds: [CategorySeed], existing: [String: Record], known: KnownCategories) {
    self.seeds = seeds
    self.known = known
    var first: [Slug: CategorySeed] = [:]
    for (index, seed) in seeds.enumerated() {
      if first[seed.slug] != nil {
        report(
          seed, .warning, rule: "duplicate-category", "the category '\(seed.slug)' is stated twice",
          "the first wins; take this one out")
        steps.append(SeedStep(kind: .category, action: .duplicate(of: seed.slug.rawValue), seed: index))
        continue
      }
      first[seed.slug] = seed
      if let parent = seed.parentCategory, !known.contains(parent) {
        report(
          seed, .error, rule: "unknown-category", "no category '\(parent)' to be under",
          "there are \(known.slugs.joined(separator: ", "))")
      }
      let action = existing[seed.slug.rawValue].map { self.action(for: seed, on: $0) }
      steps.append(SeedStep(kind: .category, action: action ?? .create, seed: index))
    }
    let parents = Self.parents(first.values, existing)
    for slug in Self.slugsInCycles(parents) {
      guard let seed = Slug(rawValue: slug).flatMap({ first[$0] }) else { continue }
      report(
        seed, .error, rule: "category-cycle", "the category '\(seed.slug)' is under itself",
        "change a parentCategory on the way round")
    }
  }

  /// The category above each one, as it will be: what seeds say goes before what the container has.
  private static func parents(
    _ seeds: some Sequence<CategorySeed>, _ existing: [String: Record]
  ) -> [String: String] {
    let field = FeedCategory.Field.parentCategory.rawValue
    let slugs = Dictionary(existing.map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var parents = existing.compactMapValues { $0.fields[field]?.reference.flatMap { slugs[$0.recordName] } }
    for seed in seeds where seed.parentCategory != nil || seed.cleared.contains(field) {
      parents[seed.slug.rawValue] = seed.parentCategory
    }
    return parents
  }

  /// The slugs that come back to themselves going up, sorted; each is looked at once.
  private static func slugsInCycles(_ parents: [String: String]) -> [String] {
    var settled: Set<String> = []
    var inCycles: [String] = []
    for start in parents.keys {
      var way: [String] = []
      var places: [String: Int] = [:]
      var slug = start
      while settled.insert(slug).inserted {
        places[slug] = way.count
        way.append(slug)
        guard let parent = parents[slug] else { break }
        slug = parent
        if let place = places[slug] { inCycles += way[place...] }
      }
    }
    return inCycles.sorted()
  }

  private mutating func report(
    _ seed: CategorySeed, _ severity: Diagnostic.Severity, rule: String, _ message: String, _ help: String
  ) {
    diagnostics.append(
      Diagnostic(
        severity, rule: rule, message, file: seed.place.file, range: seed.place.range, path: seed.place.path, help: help
      ))
  }

  /// What has to be done to a record for it to be as a seed wants it.
  func action(for seed: CategorySeed, on existing: Record) -> SeedStep.Action {
    let changes = desired(seed).changes(to: existing)
    return changes.isEmpty ? .unchanged : .update(changes, changeTag: existing.changeTag)
  }

  private func desired(_ seed: CategorySeed) -> DesiredFields {
    var fields = DesiredFields(.named, clearing: seed.cleared)
    fields.set(FeedCategory.Field.name.rawValue, seed.name.map(FieldValue.string))
    fields.set(FeedCategory.Field.slug.rawValue, .string(seed.slug.rawValue))
    fields.set(FeedCategory.Field.icon.rawValue, seed.icon.map(FieldValue.string))
    fields.set(FeedCategory.Field.color.rawValue, seed.color.map(FieldValue.string))
    fields.set(FeedCategory.Field.sortOrder.rawValue, seed.sortOrder.map(FieldValue.int64))
    fields.set(
      FeedCategory.Field.parentCategory.rawValue,
      seed.parentCategory.map { .reference(Reference(known.recordName(of: $0))) })
    fields.set(FeedCategory.Field.description.rawValue, seed.description.map(FieldValue.string))
    return fields
  }

  /// A new category's record; without a name the slug is shown.
  func record(for seed: CategorySeed) -> Record {
    var fields = desired(seed).created
    fields[FeedCategory.Field.name.rawValue] = fields[FeedCategory.Field.name.rawValue] ?? .string(seed.slug.rawValue)
    return Record(type: FeedCategory.recordType, name: name(of: seed), fields: fields)
  }

  /// The record name of a seed's category.
  func name(of seed: CategorySeed) -> RecordName { known.recordName(of: seed.slug.rawValue) }
}
