package import Catalog
package import CloudKitRecords
import CloudKitSchema
import Diagnostics

/// The records that the changes of a saved plan depend on, beside the changed records themselves.
package struct PlanDependencies {
  package typealias Conflict = ChangePlanCheck.Conflict

  private let reader: CatalogReader
  /// The changes by record name, at most one per record.
  private let changes: [RecordName: PlannedChange]
  private let doomed: Set<RecordName>

  /// - Parameter changes: not yet applied.
  package init(of changes: [PlannedChange], in reader: CatalogReader) {
    self.reader = reader
    self.changes = Dictionary(changes.map { ($0.recordName, $0) }) { first, _ in first }
    doomed = Set(changes.filter { $0.operation.kind.isDelete }.map(\.recordName))
  }

  /// Returns the changes that would refer to missing records or to themselves, add a feed twice, or delete records that
  /// are in use. Writes nothing.
  package func conflicts() async throws(RecordStoreError) -> [Conflict] {
    let found = try await missingTargets() + cycles() + duplicates() + usedRecords() + leftBehind()
    return found.sorted { ($0.change.recordType, $0.change.recordName) < ($1.change.recordType, $1.change.recordName) }
  }

  /// Returns the changes that add references to records that do not exist or that the plan deletes.
  private func missingTargets() async throws(RecordStoreError) -> [Conflict] {
    let references = changes.mapValues { $0.operation.record.targets }.filter { !$0.value.isEmpty }
    if references.isEmpty { return [] }
    let updated = references.keys.filter { changes[$0]?.operation.kind == .update }
    let stored = try await reader.store.lookup(updated, desiredFields: nil)
    let added = references.merging(stored.mapValues { $0.targets }) { $0.subtracting($1) }
    let unknown = Set(added.values.joined()).filter { changes[$0] == nil }
    let existing = try await reader.store.lookup(Array(unknown), desiredFields: [])
    return added.flatMap { name, targets -> [Conflict] in
      guard let change = changes[name] else { return [] }
      let missing = targets.filter { doomed.contains($0) || changes[$0] == nil && existing[$0] == nil }
      return missing.sorted().map { (change, "it refers to the record '\($0)', which does not exist") }
    }
  }

  /// Returns the changes that make a category its own ancestor.
  private func cycles() async throws(RecordStoreError) -> [Conflict] {
    let type = CatalogTable.categories.recordType
    let changed = changes.values.filter {
      $0.recordType == type && $0.operation.record[CategoryField.parentCategory] != nil
    }
    if changed.isEmpty { return [] }
    var parents: [RecordName: RecordName] = [:]
    try await reader.forEachPage(of: .categories, fields: [CategoryField.parentCategory]) { page in
      for record in page { parents[record.name] = record[CategoryField.parentCategory]?.reference?.recordName }
    }
    for change in changes.values where change.recordType == type {
      if change.operation.cleared.contains(CategoryField.parentCategory.name) { parents[change.recordName] = nil }
      let parent = change.operation.record[CategoryField.parentCategory]?.reference?.recordName
      if let parent { parents[change.recordName] = parent }
    }
    let inCycles = Set(ParentCycles.members(of: parents))
    return changed.filter { inCycles.contains($0.recordName) }.map { ($0, "the category would be its own ancestor") }
  }

  /// Returns the changes that give a feed an address of another stored feed.
  private func duplicates() async throws(RecordStoreError) -> [Conflict] {
    var byKey: [FeedURL.Key: PlannedChange] = [:]
    for change in changes.values where change.recordType == reader.layout.feedType {
      if let key = change.operation.record.feedURL?.key { byKey[key] = change }
    }
    if byKey.isEmpty { return [] }
    var found: [Conflict] = []
    try await reader.forEachPage(of: .feeds, fields: [FeedField.feedURL]) { page in
      for record in page where !doomed.contains(record.name) {
        // A feed of the plan that moves leaves its address to another.
        let key = changes[record.name]?.operation.record.feedURL?.key ?? record.feedURL?.key
        if let change = key.flatMap({ byKey[$0] }), change.recordName != record.name {
          found.append((change, "the container has this feed as '\(record.name)'"))
        }
      }
    }
    return found
  }

  /// Returns the deletions of records that remaining records refer to.
  private func usedRecords() async throws(RecordStoreError) -> [Conflict] {
    var found: [Conflict] = []
    let types = Set(doomed.compactMap { changes[$0]?.recordType })
    let uses: [(user: CatalogTable, field: CatalogField, used: CatalogTable)] = [
      (.feeds, FeedField.category, .categories), (.categories, CategoryField.parentCategory, .categories),
      (.metadata, MetadataField.feedReference, .feeds), (.collections, CollectionField.feeds, .feeds),
    ]
    for (user, field, used) in uses where used.type(in: reader.layout).map({ types.contains($0) }) == true {
      let names = doomed.filter { changes[$0]?.recordType == used.type(in: reader.layout) }
      try await forEachPage(of: user, where: field, refersToOneOf: names) { page in
        for record in page where !replaces(field, of: record.name) && !doomed.contains(record.name) {
          for target in record.targets {
            guard doomed.contains(target), let change = changes[target] else { continue }
            found.append((change, "\(record.type) '\(record.name)' refers to it"))
          }
        }
      }
    }
    return found
  }

  /// Returns the deletions of feeds with articles or subscriptions that the plan neither moves nor deletes, although it
  /// was to take them all along: they have come since.
  private func leftBehind() async throws(RecordStoreError) -> [Conflict] {
    var found: [Conflict] = []
    let uses = [
      (CatalogTable.articles, ArticleField.feedReference),
      (CatalogTable.subscriptions, SubscriptionField.feedRecordName),
    ]
    for (user, field) in uses {
      guard let type = user.type(in: reader.layout), reader.declares(type), let name = field.name(in: reader.layout)
      else { continue }
      let feeds = Set(changes.values.filter { $0.emptied.contains(type) }.map(\.recordName))
      if feeds.isEmpty { continue }
      var counts: [RecordName: Int] = [:]
      try await forEachPage(of: user, where: field, refersToOneOf: feeds) { page in
        for record in page where changes[record.name] == nil {
          let value = record.fields[name]
          guard let feed = value?.reference?.recordName ?? value?.string.map({ RecordName($0) }) else { continue }
          if feeds.contains(feed) { counts[feed, default: 0] += 1 }
        }
      }
      found += counts.compactMap { feed, count in
        changes[feed].map {
          (
            $0,
            "\(count.of("\(type) record")) \(count == 1 ? "has" : "have") come since, which the plan would leave behind"
          )
        }
      }
    }
    return found
  }

  /// Whether a change of the plan replaces or clears the stored references of a field.
  private func replaces(_ field: CatalogField, of name: RecordName) -> Bool {
    guard let operation = changes[name]?.operation else { return false }
    return operation.record[field] != nil || field.name(in: reader.layout).map(operation.cleared.contains) == true
  }

  /// Calls `body` with the records that may refer to one of some records: those that do, if the field has an index.
  private func forEachPage(
    of table: CatalogTable, where field: CatalogField, refersToOneOf names: Set<RecordName>, _ body: ([Record]) -> Void
  ) async throws(RecordStoreError) {
    let type = table.type(in: reader.layout).flatMap { reader.schema.recordType(named: $0) }
    let stored = field.name(in: reader.layout).flatMap { type?.field(named: $0) }
    if stored?.type.isList == false, stored?.indexes.contains(.queryable) == true {
      let values = names.sorted().map { field.reference(to: $0, in: reader.layout) }
      try await reader.forEachPage(of: table, where: field, in: values, fields: [field], body)
    } else {
      try await reader.forEachPage(of: table, fields: [field], body)
    }
  }
}
