import Catalog
import CloudKitRecords
import Diagnostics

/// Plans category changes by comparing seeds with a container's categories. Performs no I/O.
struct CategoryPlanner {
  /// Diagnostics for the seeds.
  private(set) var diagnostics: [Diagnostic] = []
  /// The steps, one per seed.
  private(set) var steps: [SeedStep] = []

  private let seeds: [CategorySeed]
  private let known: KnownCategories

  /// Plans the seeds against the container's categories, keyed by slug.
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
      if let parent = seed.parent, !known.contains(parent) {
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

  /// Returns the seed that applies to each slug: the first one, but the project's own files override OPML lists.
  private static func winners(of seeds: [CategorySeed]) -> [Slug: Int] {
    var winners: [Slug: Int] = [:]
    for (index, seed) in seeds.enumerated() {
      let isWeaker = winners[seed.slug].map { seeds[$0].authority == .fillAbsent && seed.authority == .named }
      if isWeaker ?? true { winners[seed.slug] = index }
    }
    return winners
  }

  /// Returns each category's parent after seeding. Seeds take precedence over the container.
  private static func parents(
    _ seeds: some Sequence<CategorySeed>, _ existing: [String: Record]
  ) -> [String: String] {
    let field = CategoryField.parentCategory
    let slugs = Dictionary(existing.map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    // A missing parent is identified by the slug in the reference, because a seed may create it.
    var parents = existing.compactMapValues { record in
      (record[field]?.reference?.recordName).map { slugs[$0] ?? $0.rawValue }
    }
    for seed in seeds where seed.parent != nil || seed.fields.clears(field) {
      let slug = seed.slug.rawValue
      if seed.authority == .fillAbsent, existing[slug]?[field] != nil { continue }
      parents[slug] = seed.parent
    }
    return parents
  }

  private mutating func report(
    _ seed: CategorySeed, _ severity: Diagnostic.Severity, rule: String, _ message: String, _ help: String
  ) {
    diagnostics.append(seed.place.diagnostic(severity, rule: rule, message, help: help))
  }

  /// Returns the action that brings a record in line with a seed.
  func action(for seed: CategorySeed, on existing: Record) -> SeedStep.Action {
    var changes = desired(seed).changes(to: existing)
    let (field, old) = (CategoryField.slug.name, existing[CategoryField.slug])
    let slug = FieldValue.string(seed.slug.rawValue)
    if old != slug, seed.authority == .named || old == nil {
      changes.append(FieldChange(field: field, old: old, new: slug))
    }
    return changes.isEmpty ? .unchanged : .update(changes, changeTag: existing.changeTag)
  }

  private func desired(_ seed: CategorySeed) -> DesiredFields {
    DesiredFields(.categories, seed.fields, seed.authority, in: .publicCatalog) { field in
      guard field.content == .category else { return seed.fields[field] }
      return seed.parent.map { .reference(Reference(known.recordName(of: $0))) }
    }
  }

  /// Returns the record of a new category. A missing name defaults to the slug.
  func record(for seed: CategorySeed) -> Record {
    var record = desired(seed).record(name(of: seed), of: .categories, in: .publicCatalog)
    record[CategoryField.slug] = .string(seed.slug.rawValue)
    record[CategoryField.name] = .string(seed.label)
    return record
  }

  /// Returns the record name of a seed's category.
  func name(of seed: CategorySeed) -> RecordName { known.recordName(of: seed.slug.rawValue) }
}
