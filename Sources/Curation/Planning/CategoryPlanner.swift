import Catalog
import CloudKitRecords
import Diagnostics

/// Plans category changes by comparing seeds with a container's categories. Performs no I/O.
struct CategoryPlanner: RecordPlanner {
  private(set) var diagnostics: [Diagnostic] = []
  /// The steps, one per seed.
  private(set) var steps: [SeedStep] = []

  private let seeds: [SluggedSeed]
  private let known: KnownCategories

  /// Plans the seeds against the container's categories, keyed by slug.
  init(seeds: [SluggedSeed], existing: [String: Record], known: KnownCategories) {
    self.seeds = seeds
    self.known = known
    let winners = Self.winners(of: seeds)
    for (index, seed) in seeds.enumerated() {
      if winners[seed.slug] != index {
        diagnostics.append(
          seed.place.diagnostic(
            seed.authority == .named ? .warning : .info, rule: "duplicate-category",
            "the category '\(seed.slug)' is a duplicate", help: "the first one applies; remove this one",
            first: winners[seed.slug].map { seeds[$0].place }))
        steps.append(SeedStep(action: .duplicate(of: seed.slug.rawValue), kind: .category, seed: index))
        continue
      }
      if let parent = seed.parent, !known.contains(parent) {
        diagnostics.append(
          seed.place.diagnostic(
            .error, rule: "unknown-category", "no parent category '\(parent)'",
            help: "known categories: \(known.slugs.joined(separator: ", "))"))
      }
      let action = existing[seed.slug.rawValue].map { self.action(forSeed: index, on: $0) }
      steps.append(SeedStep(action: action ?? .create, kind: .category, seed: index))
    }
    let parents = Self.parents(winners.values.map { seeds[$0] }, existing)
    for slug in ParentCycles.members(of: parents) {
      guard let seed = Slug(rawValue: slug).flatMap({ winners[$0] }).map({ seeds[$0] }) else { continue }
      diagnostics.append(
        seed.place.diagnostic(
          .error, rule: "category-cycle", "the category '\(seed.slug)' is its own ancestor",
          help: "change a parentCategory in the cycle"))
    }
  }

  /// Returns the seed that applies to each slug: the first one, but the project's own files override OPML lists.
  private static func winners(of seeds: [SluggedSeed]) -> [Slug: Int] {
    var winners: [Slug: Int] = [:]
    for (index, seed) in seeds.enumerated() {
      let isWeaker = winners[seed.slug].map { seeds[$0].authority == .fillAbsent && seed.authority == .named }
      if isWeaker ?? true { winners[seed.slug] = index }
    }
    return winners
  }

  /// Returns each category's parent after seeding. Seeds take precedence over the container.
  private static func parents(
    _ seeds: some Sequence<SluggedSeed>, _ existing: [String: Record]
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

  func action(forSeed index: Int, on existing: Record) -> SeedStep.Action {
    let seed = seeds[index]
    var changes = desired(seed).changes(to: existing)
    let (field, old) = (CategoryField.slug.name, existing[CategoryField.slug])
    let slug = FieldValue.string(seed.slug.rawValue)
    if old != slug, seed.authority == .named || old == nil {
      changes.append(FieldChange(field: field, old: old, new: slug))
    }
    return changes.isEmpty ? .unchanged : .update(changes, changeTag: existing.changeTag)
  }

  private func desired(_ seed: SluggedSeed) -> DesiredFields {
    DesiredFields(.categories, seed.fields, seed.authority, in: .publicCatalog) { field in
      guard field.content == .category else { return seed.fields[field] }
      return seed.parent.map { .reference(Reference(known.recordName(of: $0))) }
    }
  }

  /// Returns the record of a new category. A missing name defaults to the slug.
  func record(forSeed index: Int) -> Record? {
    let seed = seeds[index]
    var record = desired(seed).record(known.recordName(of: seed.slug.rawValue), of: .categories, in: .publicCatalog)
    record[CategoryField.slug] = .string(seed.slug.rawValue)
    record[CategoryField.name] = .string(seed.label)
    return record
  }

  func name(ofSeed index: Int) -> RecordName? { known.recordName(of: seeds[index].slug.rawValue) }

  func label(ofSeed index: Int) -> String { seeds[index].label }

  func place(ofSeed index: Int) -> SeedPlace? { seeds[index].place }
}
