import Catalog
import CloudKitRecords
import Diagnostics

/// Plans category changes by comparing seeds with a container's categories. Performs no I/O.
struct CategoryPlanner {
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
        let name = known.recordName(of: seed.slug.rawValue)
        steps.append(SeedStep(.category, seed.label, name, at: seed.place, .duplicate(of: seed.slug.rawValue)))
        continue
      }
      if let parent = seed.parent, !known.contains(parent) {
        diagnostics.append(
          seed.place.diagnostic(
            .error, rule: "unknown-category", "no parent category '\(parent)'",
            help: "known categories: \(known.slugs.joined(separator: ", "))"))
      }
      steps.append(SeedStep(desired(seed), on: existing[seed.slug.rawValue]))
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

  /// Returns the record of a category. The name of a new one defaults to the slug.
  private func desired(_ seed: SluggedSeed) -> DesiredRecord {
    let slug = seed.slug.rawValue
    var desired = DesiredRecord(
      kind: .category, name: known.recordName(of: slug), title: seed.label, place: seed.place, layout: .publicCatalog,
      authority: seed.authority)
    desired.state(seed.fields) { field in
      guard field.content == .category else { return seed.fields[field] }
      return seed.parent.map { .reference(Reference(known.recordName(of: $0))) }
    }
    desired.values.append((CategoryField.slug.name, .string(slug)))
    desired.defaults = [(CategoryField.name.name, .string(seed.label))]
    return desired
  }
}
