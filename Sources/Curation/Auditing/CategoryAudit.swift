import Catalog
import CloudKitRecords

/// An audit of categories: their slugs and their tree.
struct CategoryAudit {
  private(set) var names: Set<RecordName> = []
  private var records: [Record] = []
  private var slugs: [String: RecordName] = [:]
  private var displayNames: [String: RecordName] = [:]

  mutating func look(at record: Record, _ outcome: inout CatalogAudit.Outcome) {
    names.insert(record.name)
    records.append(record)
    if let name = record[CategoryField.name]?.string {
      let shown = CleanText(name, limit: .title).text.lowercased()
      if let other = displayNames[shown] {
        let message = "the category '\(other)' is also named '\(name)'"
        outcome.add(.duplicateCategoryName, record, field: CategoryField.name.name, message)
      } else {
        displayNames[shown] = record.name
      }
    }
    guard let slug = record[CategoryField.slug]?.string else { return }
    let field = CategoryField.slug.name
    if let other = slugs[slug] {
      outcome.add(.duplicateSlug, record, field: field, "the category '\(other)' also has the slug '\(slug)'")
    } else {
      slugs[slug] = record.name
    }
    if slug != record.name.rawValue {
      outcome.add(.slugMismatch, record, field: field, "the slug '\(slug)' is not the record name")
    }
  }

  /// Checks the tree after all categories are read.
  func finish(_ outcome: inout CatalogAudit.Outcome) {
    let field = CategoryField.parentCategory.name
    let parents = Dictionary(
      records.compactMap { record in record.fields[field]?.reference.map { (record.name, $0.recordName) } }
    ) { first, _ in first }
    // Report a cycle only for its members, not for their descendants.
    let inCycles = Set(ParentCycles.members(of: parents))
    for record in records {
      guard let parent = parents[record.name] else { continue }
      if !names.contains(parent) {
        outcome.add(
          .danglingParent, record, field: field, "the parent category '\(parent)' does not exist",
          missing: .init(type: record.type, name: parent))
      } else if inCycles.contains(record.name) {
        outcome.add(.categoryCycle, record, field: field, "the category is its own ancestor through '\(parent)'")
      }
    }
  }
}

/// An audit of collections: feeds must exist and be listed once.
struct CollectionAudit {
  let feeds: Set<RecordName>
  let asOf: Timestamp

  func look(at record: Record, _ outcome: inout CatalogAudit.Outcome) {
    let field = CollectionField.feeds.name
    let members = (record.fields[field]?.references ?? []).map(\.recordName)
    if members.isEmpty { outcome.add(.emptyCollection, record, field: field, "the collection has no feeds") }
    var seen: Set<RecordName> = []
    let kept = members.filter { feeds.contains($0) && seen.insert($0).inserted }
    let fix = record.change(
      [
        field: .list(kept.map { .reference(Reference($0)) }),
        CollectionField.updatedAt.name: .timestamp(asOf),
      ], title: record.title)
    var met: Set<RecordName> = []
    for member in members {
      if !met.insert(member).inserted {
        outcome.add(.collectionRepeatedFeed, record, field: field, "duplicate feed '\(member)'", fix: fix)
      } else if !feeds.contains(member) {
        outcome.add(
          .collectionMissingFeed, record, field: field, "the feed '\(member)' does not exist", fix: fix)
      }
    }
  }
}
