package import Catalog
package import CloudKitRecords

/// The entries of seed files, found by the records that they state as a seed finds these.
package struct StatedRecords: Sendable {
  package struct Entry: Sendable {
    /// The stated name of the record, or else the one that a seed gives a new record.
    let name: RecordName
    package let place: SeedPlace
    package let title: String
    let values: SeedFields
    /// `nil` for a category or collection.
    package let feed: FeedSeed?
    /// The addresses of a collection's feeds.
    var members: [String]?

    /// Whether the entry says what a field of its record is.
    func states(_ field: CatalogField) -> Bool {
      values[field] != nil || values.clears(field) || field === FeedField.feedURL && feed != nil
        || field === CollectionField.feeds && members != nil
    }
  }

  /// A record and a field of it that a file states.
  package struct Statement: Hashable, Sendable {
    package let place: SeedPlace
    package let title: String
    /// The field in the layout; `nil` if the file states the record, which is to be deleted.
    package let field: String?
    /// Whether a list states the field, which a seed does not set again.
    package var isFilled = false
  }

  /// Of each kind, those of the project's own files come first, as in a seed.
  private(set) var entries: [Entry] = []
  private var byName: [RecordName: Int] = [:]
  private var byKey: [FeedURL.Key: Int] = [:]

  package init(_ seeds: SeedCatalog) {
    for seed in seeds.categories.ownFilesFirst(\.authority) {
      add(seed, CatalogName.category(seed.slug))
    }
    for seed in seeds.feeds.ownFilesFirst(\.authority) {
      var names = seed.recordName.map { [$0] } ?? []
      for key in ([seed.feedURL] + seed.formerURLs).compactMap({ try? FeedURL($0).key }) {
        byKey[key] = byKey[key] ?? entries.count
        names.append(CatalogName.feed(key))
      }
      let title = seed.fields[FeedField.title]?.string ?? FeedURL.redacted(seed.feedURL)
      add(Entry(name: names.first ?? "", place: seed.place, title: title, values: seed.fields, feed: seed), names)
    }
    for seed in seeds.collections { add(seed, CatalogName.collection(seed.slug)) }
  }

  private mutating func add(_ seed: SluggedSeed, _ name: RecordName) {
    let members = seed.feeds?.map(\.feedURL)
    add(
      Entry(name: name, place: seed.place, title: seed.label, values: seed.fields, feed: nil, members: members), [name])
  }

  private mutating func add(_ entry: Entry, _ names: [RecordName]) {
    for name in names { byName[name] = byName[name] ?? entries.count }
    entries.append(entry)
  }

  /// Returns the entry that states a record.
  /// - Parameter address: The address of a feed.
  package func entry(of name: RecordName, at address: String? = nil) -> Entry? {
    let key = address.flatMap { try? FeedURL($0).key }
    return (key.flatMap { byKey[$0] } ?? byName[name]).map { entries[$0] }
  }

  /// Returns the entry that states the record of a change. Files state a category by its slug, whatever its record's
  /// name.
  func entry(of change: PlannedChange, at address: String?, _ taxonomy: Taxonomy) -> Entry? {
    let isCategory = change.recordType == CatalogTable.categories.recordType
    let slug = isCategory ? taxonomy.slug(of: change.recordName.rawValue) : nil
    return entry(of: slug.map { RecordName($0) } ?? change.recordName, at: address)
  }

  /// Returns the statements that changes of a store contradict, so that the next seed would undo them.
  package func contradicted(
    by changes: [PlannedChange], in reader: CatalogReader
  ) async throws(RecordStoreError) -> [Statement] {
    let (store, layout) = (reader.store, reader.layout)
    let taxonomy = try await Taxonomy(reader)
    let feeds = changes.filter { $0.recordType == layout.feedType }.map(\.recordName)
    let stored = try await store.lookup(feeds, desiredFields: [FeedField.feedURL.name])
    let tables = [CatalogTable.categories, .feeds, .collections]
    let entries = Dictionary(
      changes.compactMap { change in
        entry(of: change, at: stored[change.recordName]?[FeedField.feedURL]?.string, taxonomy).map {
          (change.recordName, $0)
        }
      }
    ) { first, _ in first }
    let deleted = Set(changes.filter(\.operation.kind.isDelete).map(\.recordName))
    let others = Set(deleted.compactMap { entries[$0]?.name }).subtracting(deleted)
    let kept = try await store.lookup(others.sorted(), desiredFields: [])
    return changes.flatMap { change -> [Statement] in
      guard let entry = entries[change.recordName],
        let table = tables.first(where: { $0.type(in: layout) == change.recordType })
      else { return [] }
      let operation = change.operation
      // Another record is the entry's, which names this one by a former address.
      if operation.kind.isDelete, kept[entry.name] != nil { return [] }
      if operation.kind.isDelete { return [Statement(place: entry.place, title: change.formerTitle, field: nil)] }
      let changed = Set(operation.record.fields.keys).union(operation.cleared)
      let stated = table.curated.filter { field in
        // A change to what the file says, such as that of 'undo', contradicts nothing.
        let value = field.name(in: layout).flatMap { operation.record.fields[$0] }
        return entry.states(field) && (value == nil || value != entry.values[field])
      }.compactMap { $0.name(in: layout) }
      let isList = entry.feed?.authority == .fillAbsent
      return changed.intersection(stated).sorted().map { field in
        let isSet = [FeedField.feedURL.name, FeedField.isActive.name].contains(field)
        return Statement(place: entry.place, title: change.formerTitle, field: field, isFilled: isList && !isSet)
      }
    }
  }
}

extension PlannedChange {
  /// The title before the change, by which the user knows the record.
  var formerTitle: String {
    [FeedField.title, CategoryField.name].lazy.compactMap { before[$0.name]?.string }.first ?? title
  }
}
