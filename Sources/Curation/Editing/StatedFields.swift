package import Catalog
package import CloudKitRecords

/// What seed files state of a container's records.
package struct StatedFields: Sendable {
  /// A record and a field of it that a file states.
  package struct Statement: Hashable, Sendable {
    package let place: SeedPlace
    /// The record's title.
    package let title: String
    /// The field in the layout; `nil` if the file states the record, which is to be deleted.
    package let field: String?
  }

  private struct Stated {
    let place: SeedPlace
    let fields: Set<String>
  }

  private var byName: [RecordName: Stated] = [:]
  private var byKey: [FeedURL.Key: Stated] = [:]
  private let layout: CatalogLayout

  package init(of seeds: SeedCatalog, in layout: CatalogLayout) {
    self.layout = layout
    for seed in seeds.feeds {
      let stated = Stated(place: seed.place, fields: names(seed.fields, .feeds).union([FeedField.feedURL.name]))
      if let name = seed.recordName { byName[name] = byName[name] ?? stated }
      for key in ([seed.feedURL] + seed.formerURLs).compactMap({ try? FeedURL($0).key }) {
        byKey[key] = byKey[key] ?? stated
        byName[CatalogName.feed(key)] = byName[CatalogName.feed(key)] ?? stated
      }
    }
    for seed in seeds.categories { add(seed, CatalogName.category(seed.slug), .categories) }
    for seed in seeds.collections { add(seed, CatalogName.collection(seed.slug), .collections) }
  }

  private mutating func add(_ seed: SluggedSeed, _ name: RecordName, _ table: CatalogTable) {
    var fields = names(seed.fields, table)
    if seed.feeds != nil { fields.insert(CollectionField.feeds.name) }
    byName[name] = byName[name] ?? Stated(place: seed.place, fields: fields)
  }

  private func names(_ fields: SeedFields, _ table: CatalogTable) -> Set<String> {
    Set(
      table.curated.filter { fields[$0] != nil || fields.clears($0) }.compactMap { $0.name(in: layout) })
  }

  /// Returns the statements that changes of a store contradict, so that the next seed would undo them.
  package func contradicted(
    by changes: [PlannedChange], in store: any RecordStore
  ) async throws(RecordStoreError) -> [Statement] {
    let feeds = changes.filter { $0.recordType == layout.feedType && byName[$0.recordName] == nil }
    let stored = try await store.lookup(feeds.map(\.recordName), desiredFields: [FeedField.feedURL.name])
    return changes.flatMap { change -> [Statement] in
      let key = stored[change.recordName]?[FeedField.feedURL]?.string.flatMap { try? FeedURL($0).key }
      guard let stated = byName[change.recordName] ?? key.flatMap({ byKey[$0] }) else { return [] }
      let operation = change.operation
      if operation.kind.isDelete { return [Statement(place: stated.place, title: change.title, field: nil)] }
      let changed = Set(operation.record.fields.keys).union(operation.cleared).intersection(stated.fields)
      return changed.sorted().map { Statement(place: stated.place, title: change.title, field: $0) }
    }
  }
}
