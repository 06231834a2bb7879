package import Catalog
package import CloudKitRecords

/// The edits of seed files that state what a change of a store would do.
package struct StatedEdit: Sendable {
  package let title: String
  /// The place of the record in a file; `nil` if no file states the record.
  package let place: SeedPlace?
  /// What is done, for reports, such as `tags: a;b`.
  package let summary: String
  package let edits: [SeedFileEditor.Edit]
  /// The feed to remove from all files; its edits are those of one place.
  package var removed: FeedSeed?
  /// Whether a list states the record, and the container keeps a value that differs.
  package var isKept = false

  package var isRemoval: Bool { edits.contains { if case .remove = $0 { true } else { false } } }
}

extension StatedRecords {
  /// Returns the edits of the files for changes of feeds, categories, and collections. Changes of other records follow
  /// from these.
  package func edits(
    for changes: [PlannedChange], in reader: CatalogReader
  ) async throws(RecordStoreError) -> [StatedEdit] {
    let (store, layout) = (reader.store, reader.layout)
    let slugs = categorySlugs
    let taxonomy = try await Taxonomy(reader)
    let tables = [CatalogTable.categories, .feeds, .collections]
    let name = CollectionField.feeds.name
    let members = changes.flatMap { change in
      [change.operation.record.fields[name], change.before[name]].flatMap { $0?.references ?? [] }.map(\.recordName)
    }
    let feeds = changes.filter { $0.recordType == layout.feedType }.map(\.recordName) + members
    let stored = try await store.lookup(Array(Set(feeds)).sorted(), desiredFields: [FeedField.feedURL.name])
    func address(_ name: RecordName) -> String? { stored[name]?[FeedField.feedURL]?.string }
    return changes.compactMap { change in
      guard let table = tables.first(where: { $0.type(in: layout) == change.recordType }) else { return nil }
      guard let entry = entry(of: change, at: address(change.recordName), taxonomy) else {
        return StatedEdit(title: change.formerTitle, place: nil, summary: "", edits: [])
      }
      let operation = change.operation
      if operation.kind.isDelete {
        return StatedEdit(
          title: change.title, place: entry.place, summary: "removed", edits: [.remove(entry.place)],
          removed: entry.feed)
      }
      var edits: [SeedFileEditor.Edit] = []
      var summary: [String] = []
      var isKept = false
      for field in table.curated {
        guard let name = field.name(in: layout) else { continue }
        func spelled(_ value: FieldValue) -> FieldValue {
          if field.content == .category, let name = value.reference?.recordName.rawValue ?? value.string {
            // A name that only feeds have gets a slug in an export; no file states it.
            let slug = taxonomy.areRecords ? taxonomy.slug(of: name) : nil
            return .string(slug ?? slugs[name]?.rawValue ?? name)
          }
          return stated(value) { feed in self.entry(of: feed, at: address(feed))?.feed?.feedURL ?? address(feed) }
        }
        var new = operation.record.fields[name].map(spelled)
        if let list = new?.list, let own = entry.list(of: field) {
          // Containers have tags in lower case.
          let key: (String) -> String = field === FeedField.tags ? { $0.lowercased() } : { $0 }
          new = .strings(merged(own, from: change.before[name].map(spelled)?.list, to: list, by: key))
        }
        guard new != nil || operation.cleared.contains(name) else { continue }
        edits.append(.change(entry.place, field, new, from: change.before[name].map(spelled) ?? .strings([])))
        let isApplied = field === FeedField.feedURL || field === FeedField.isActive || change.before[name] == nil
        if entry.feed?.authority == .fillAbsent, !isApplied { isKept = true }
        summary.append("\(field.name): \(EditedValue(field: field, value: new).text)")
      }
      return StatedEdit(
        title: change.formerTitle, place: entry.place, summary: summary.joined(separator: ", "), edits: edits,
        isKept: isKept)
    }
  }

  /// Returns a list of a file after a change of the container's list, from which the file's may differ.
  /// - Parameter key: Returns what equal members have in common.
  private func merged(
    _ own: [String], from before: [FieldValue]?, to new: [FieldValue], by key: (String) -> String
  ) -> [String] {
    let (before, new) = ((before ?? []).compactMap(\.string), new.compactMap(\.string))
    if before == own { return new }
    let removed = Set(before).subtracting(new)
    let known = Set(before + own.map(key))
    return own.filter { !removed.contains(key($0)) } + new.filter { !known.contains($0) }
  }

  /// The slugs of the stated categories by name, for a layout that stores names.
  private var categorySlugs: [String: Slug] {
    let categories = entries.filter { $0.feed == nil && $0.members == nil }
    let slugs = categories.compactMap { entry in Slug(rawValue: entry.name.rawValue).map { (entry.title, $0) } }
    return Dictionary(slugs) { first, _ in first }
  }

  /// Returns a value as files state it: feeds by their addresses.
  private func stated(_ value: FieldValue, _ address: (RecordName) -> String?) -> FieldValue {
    switch value {
    case .list(let members) where members.contains { $0.reference != nil }:
      .strings(members.compactMap { $0.reference.flatMap { address($0.recordName) } })
    default: value
    }
  }
}

extension StatedRecords.Entry {
  /// The list that the file states for a field.
  fileprivate func list(of field: CatalogField) -> [String]? {
    if field === CollectionField.feeds { return members }
    return field === FeedField.tags ? feed?.tags : nil
  }
}
