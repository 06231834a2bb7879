import Catalog
import CloudKitRecords
import Diagnostics

/// Plans feed changes by comparing seeds with a container's feeds. Performs no I/O: the caller passes the container's
/// records one at a time.
struct FeedPlanner {
  /// A feed to seed, unique by identity.
  struct MergedSeed {
    /// The index of the feed's seed.
    let seed: Int
    /// The canonical address.
    var url: FeedURL
    /// The category's slug, or `nil` if the seed does not state one.
    var category: String?
    /// The tags of a list's feed, including those from folders; `nil` for the tags that the seed states.
    var tags: [String]?
    /// The name of the feed's record in the container, or `nil` for a new feed.
    var storedName: RecordName?

    /// The name that the seed states for a new record; `nil` to derive it from the address.
    var statedName: RecordName?

    /// The record name: the container's name for an existing feed, otherwise the name of a new record.
    var name: RecordName { storedName ?? newName }
    var newName: RecordName { statedName ?? CatalogName.feed(url.key) }
  }

  var diagnostics: [Diagnostic]
  /// The feed of each seed, or `nil` for a rejected or duplicate seed.
  var wanted: [MergedSeed?]
  /// The steps that are certain, one per seed; `nil` for a feed that the container is not known to have.
  private var certain: [SeedStep?]

  let seeds: [FeedSeed]
  let layout: CatalogLayout
  private let asOf: Timestamp
  let categories: KnownCategories
  let mapping: CategoryMapping
  let policy: SeedPolicy
  /// The seeds by their feeds' identity.
  var positions: [FeedURL.Key: Int] = [:]
  /// The seeds by the names of their new records, and by former identities.
  var moves = FeedMoves()
  /// What the container has otherwise than the files state, by file.
  var kept = KeptValues()
  /// The feeds that name an unknown category, by slug.
  private var unknown: [String: [Int]] = [:]
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
    certain = Array(repeating: nil, count: seeds.count)
    self.policy = policy
    mapping = CategoryMapping(
      categories.names, map: policy.categoryMap, takesAnyTarget: !categories.areRecords)
    // The project's own files name categories by slug, so the map only matters if there is a list.
    diagnostics = seeds.contains { $0.authority == .fillAbsent } ? mapping.diagnostics : []
    // Feeds of one folder are adjacent, so each folder is mapped once.
    var last: (seed: Int, mapped: (slug: String?, tags: [String]))?
    for index in seeds.indices.ownFilesFirst({ seeds[$0].authority }) {
      if last.map({ !seeds[index].isBeside(seeds[$0.seed]) }) ?? true {
        last = (
          index, mapping.category(folders: seeds[index].folders, attributes: seeds[index].categoryAttributes)
        )
      }
      read(index, last?.mapped ?? (nil, []))
    }
    reportUnknownCategories()
    readMoves()
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
    if let note = url.note {
      diagnostics.append(seed.place.diagnostic(.warning, rule: "scheme-added", note, help: "write \(url)"))
    }
    let key = url.key
    if policy.denied.contains(key) {
      let severity: Diagnostic.Severity = seed.authority == .named ? .warning : .info
      diagnostics.append(
        seed.place.diagnostic(
          severity, rule: "denied-feed", "\(url) is on the denylist", help: "remove it here or from the denylist"))
      return add(index, .skipped(SeedStep.denied))
    }
    if let problem = credentials(in: seed, url) {
      let help = "everyone can read the catalog; remove them, or pass --allow-credentials"
      if !policy.allowsCredentials { return refuse(index, rule: "credentials-in-url", problem, help: help) }
      diagnostics.append(
        seed.place.diagnostic(
          .warning, rule: "credentials-in-url", problem, help: "everyone can read the catalog; change the password"))
    }
    if let first = positions[key] { return merge(index, url, first: first) }
    var category = seed.fields[FeedField.category]?.string
    var tags: [String]?
    if seed.authority == .fillAbsent {
      // A list from another catalog may name unknown categories. Its folders then determine the category.
      category = category.flatMap { categories.isNamed($0) ? $0 : nil }
      // What gave the category before one was stated is no tag.
      let named = mapping.tags(folders: [], attributes: seed.categoryAttributes, besides: category)
        .filter(mapped.tags.contains)
      tags = seed.tags ?? (named.isEmpty ? nil : named)
    } else if let slug = category, !categories.contains(slug) {
      unknown[slug, default: []].append(index)
      return add(index, .skipped("no category '\(slug)'"))
    }
    if seed.authority == .fillAbsent, category == nil { (category, tags) = fromFolders(of: seed, mapped) }
    positions[key] = index
    wanted[index] = MergedSeed(
      seed: index, url: url, category: category, tags: tags, statedName: seed.recordName)
  }

  /// Returns the category and tags of a feed of a list without a known category of its own.
  private func fromFolders(
    of seed: FeedSeed, _ mapped: (slug: String?, tags: [String])
  ) -> (category: String?, tags: [String]?) {
    var category = mapped.slug
    var more = mapped.tags
    if category == nil, !categories.areRecords, let name = seed.categoryName ?? seed.folders.last {
      // Without category records, any name is a category. Use the folder name, as exports do.
      category = name
      let others = seed.categoryAttributes.filter { $0 != name }
      more = mapping.tags(folders: seed.folders, attributes: others, besides: nil).filter { $0 != name }
    }
    // An entry that states its tags has no others.
    return (category, seed.tags ?? (more.isEmpty ? nil : more))
  }

  private static let pages = CatalogTable.feeds.curated.filter { $0.content == .address }

  /// Returns the addresses of a seed that contain a user name or password, without them; `nil` if none does.
  private func credentials(in seed: FeedSeed, _ url: FeedURL) -> String? {
    let addresses = [url.canonical] + Self.pages.compactMap { seed.fields[$0]?.string }
    let unsafe = addresses.filter { $0.utf8.contains(UInt8(ascii: "@")) && FeedURL.redacted($0) != $0 }
      .map(FeedURL.redacted)
    return unsafe.isEmpty ? nil : "\(unsafe.joined(separator: ", ")) is stated with a user name or password"
  }

  /// Reports each unknown category once, at the first feed that names it.
  private mutating func reportUnknownCategories() {
    let known = categories.slugs
    for (slug, feeds) in unknown.sorted(by: { $0.value[0] < $1.value[0] }) {
      let nearest = Suggestion.nearest(to: slug, among: known).map { "did you mean '\($0)'? " } ?? ""
      let others =
        feeds.count == 1 ? "" : ", which \((feeds.count - 1).of("other feed")) also name\(feeds.count == 2 ? "s" : "")"
      diagnostics.append(
        seeds[feeds[0]].place.diagnostic(
          .error, rule: "unknown-category", "no category '\(slug)'\(others)",
          help: nearest
            + (known.isEmpty ? "seed categories first" : "known categories: \(known.joined(separator: ", "))")))
    }
  }

  /// Rejects an unusable seed: an error in the project's own files, a skipped entry in third-party lists.
  private mutating func refuse(_ index: Int, rule: String, _ message: String, help: String) {
    let severity: Diagnostic.Severity = seeds[index].authority == .named ? .error : .warning
    diagnostics.append(seeds[index].place.diagnostic(severity, rule: rule, message, help: help))
    add(index, .skipped(message))
  }

  mutating func add(_ index: Int, _ action: SeedStep.Action) {
    certain[index] = SeedStep(.feed, label(ofSeed: index), at: seeds[index].place, action)
  }

  /// The steps, one per seed.
  var steps: [SeedStep] {
    seeds.indices.compactMap { index in
      certain[index] ?? wanted[index].map { SeedStep(desired($0), on: nil) }
    }
  }

  /// Compares a feed of the container with the seeds.
  /// - Returns: The feed's identity key, or `nil` if its address is invalid.
  @discardableResult
  mutating func compare(_ existing: Record) -> FeedURL.Key? {
    let url = existing.feedURL
    let match = url.flatMap { positions[$0.key] }
    let isRemoved = url.map { policy.removed.contains($0.key) } == true
    let target = isRemoved ? nil : policy.redirects[existing.name].flatMap { positions[$0.key] }
    let isMove = moves.take(existing, at: url?.key, match: match, redirectTo: target)
    orphans?.add(existing, isStated: match != nil || isMove)
    if let url, let match, var feed = wanted[match], feed.storedName == nil {
      feed.storedName = existing.name
      wanted[match] = feed
      if policy.duplicates == .report, url != feed.url { reportSpelling(of: feed, stored: url) }
      var desired = desired(feed)
      if policy.ownsAddresses { desired.newAddress = feed.url }
      set(match, desired, on: existing)
    }
    return url?.key
  }

  /// Sets the step of a seed to what brings a stored feed to it, and notes what a reader of the files may not expect.
  private mutating func set(_ index: Int, _ desired: DesiredRecord, on existing: Record) {
    let step = SeedStep(desired, on: existing)
    certain[index] = step
    if policy.reportsKept { kept.add(desired.kept(on: existing), of: seeds[index]) }
    let switchesOn = FieldChange(field: FeedField.isActive.name, old: .flag(false), new: .flag(true))
    if seeds[index].place.file != CatalogEditor.place.file, step.change?.fieldChanges.contains(switchesOn) == true {
      diagnostics.append(
        seeds[index].place.diagnostic(
          .info, rule: "reactivated-feed", "the container had switched this feed off, the file switches it on",
          help: "write \"isActive\": false to keep it off, or remove the key"))
    }
  }

  /// Sets the step of a seed to what brings a stored feed to it.
  /// - Parameter address: The address to store instead of the present one; `nil` to keep that.
  mutating func adopt(_ existing: Record, for index: Int, address: FeedURL?) {
    guard var feed = wanted[index] else { return }
    feed.storedName = existing.name
    wanted[index] = feed
    var desired = desired(feed)
    desired.newAddress = address
    set(index, desired, on: existing)
  }

  func name(of key: FeedURL.Key) -> RecordName? {
    (positions[key] ?? moves.seed(formerlyAt: key)).flatMap { wanted[$0]?.name }
  }

  func label(ofSeed index: Int) -> String {
    seeds[index].fields[FeedField.title]?.string.map(FeedURL.redacted) ?? wanted[index]?.url.key.description
      ?? DisplayText.line(FeedURL.redacted(seeds[index].feedURL), atMost: 100)
  }

  /// Returns the record of a feed. By default, the title of a new feed is the address, the category is the fallback,
  /// and the feed was added at the current time.
  func desired(_ feed: MergedSeed) -> DesiredRecord {
    let seed = seeds[feed.seed]
    let category = feed.category ?? (seed.authority == .fillAbsent ? mapping.fallback : nil)
    var desired = DesiredRecord(
      kind: .feed, name: feed.name, title: label(ofSeed: feed.seed), place: seed.place, layout: layout,
      authority: policy.keepsStored ? .fillAbsent : seed.authority)
    if seed.setsActive, !policy.keepsStored { desired.decided = [FeedField.isActive.name] }
    desired.state(seed.fields) { field in
      switch field.content {
      case .category: category.map { field.reference(to: categories.reference(to: $0), in: layout) }
      case .tags: feed.tags == [] ? nil : feed.tags.map(FieldValue.strings) ?? seed.fields[field]
      default: seed.fields[field]
      }
    }
    desired.defaults = [
      (FeedField.feedURL.name, .string(feed.url.canonical)),
      (FeedField.title.name, .string(feed.url.key.description)),
    ]
    if categories.areRecords, categories.contains(KnownCategories.fallback) {
      let fallback = categories.reference(to: KnownCategories.fallback)
      desired.defaults.append((FeedField.category.name, FeedField.category.reference(to: fallback, in: layout)))
    }
    if let addedAt = FeedField.addedAt.name(in: layout) { desired.defaults.append((addedAt, .timestamp(asOf))) }
    if policy.duplicates == .preferHTTPS, feed.url.isSecure { desired.secureAddress = feed.url }
    return desired
  }

  func metadata(of feed: MergedSeed) -> DesiredRecord {
    var metadata = DesiredRecord(
      kind: .metadata, name: CatalogName.metadata(of: feed.name), title: label(ofSeed: feed.seed), place: nil,
      layout: layout, authority: .fillAbsent)
    metadata.defaults = [(MetadataField.feedReference.name, .reference(Reference(feed.name)))]
    return metadata
  }
}
