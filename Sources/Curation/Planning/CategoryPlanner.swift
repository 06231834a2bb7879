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
    let winners = Self.winners(of: seeds)
    for (index, seed) in seeds.enumerated() {
      if winners[seed.slug] != index {
        report(
          seed, seed.authority == .named ? .warning : .info, rule: "duplicate-category",
          "the category '\(seed.slug)' is stated twice", "the first wins; take this one out")
        steps.append(SeedStep(kind: .category, action: .duplicate(of: seed.slug.rawValue), seed: index))
        continue
      }
      if let parent = seed.parentCategory, !known.contains(parent) {
        report(
          seed, .error, rule: "unknown-category", "no category '\(parent)' to be under",
          "there are \(known.slugs.joined(separator: ", "))")
      }
      let action = existing[seed.slug.rawValue].map { self.action(for: seed, on: $0) }
      steps.append(SeedStep(kind: .category, action: action ?? .create, seed: index))
    }
    let parents = Self.parents(winners.values.map { seeds[$0] }, existing)
    for slug in ParentCycles.members(of: parents) {
      guard let seed = Slug(rawValue: slug).flatMap({ winners[$0] }).map({ seeds[$0] }) else { continue }
      report(
        seed, .error, rule: "category-cycle", "the category '\(seed.slug)' is under itself",
        "change a parentCategory on the way round")
    }
  }

  /// The seed that counts of each slug: the first, but what our own files say goes before what an OPML list says.
  private static func winners(of seeds: [CategorySeed]) -> [Slug: Int] {
    var winners: [Slug: Int] = [:]
    for (index, seed) in seeds.enumerated() {
      let isWeaker = winners[seed.slug].map { seeds[$0].authority == .fillAbsent && seed.authority == .named }
      if isWeaker ?? true { winners[seed.slug] = index }
    }
    return winners
  }

  /// The category above each one, as it will be: what seeds say goes before what the container has.
  private static func parents(
    _ seeds: some Sequence<CategorySeed>, _ existing: [String: Record]
  ) -> [String: String] {
    let field = FeedCategory.Field.parentCategory.rawValue
    let slugs = Dictionary(existing.map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    // One that is not there has the slug it is named by: a seed may be about to make it.
    var parents = existing.compactMapValues { record in
      (record.fields[field]?.reference?.recordName).map { slugs[$0] ?? $0.rawValue }
    }
    for seed in seeds where seed.parentCategory != nil || seed.cleared.contains(field) {
      let slug = seed.slug.rawValue
      if seed.authority == .fillAbsent, existing[slug]?.fields[field] != nil { continue }
      parents[slug] = seed.parentCategory
    }
    return parents
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
    var fields = DesiredFields(seed.authority, clearing: seed.cleared)
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
