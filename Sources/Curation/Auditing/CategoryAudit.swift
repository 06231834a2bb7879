import Catalog
import CloudKitRecords

/// Looks at categories: their slugs, and the tree they make.
struct CategoryAudit {
  /// The categories there are.
  private(set) var names: Set<RecordName> = []
  private var records: [Record] = []
  private var slugs: [String: RecordName] = [:]

  /// Looks at one.
  mutating func look(at record: Record, _ outcome: inout CatalogAudit.Outcome) {
    names.insert(record.name)
    records.append(record)
    let category: FeedCategory
    do {
      category = try FeedCategory(record: record)
    } catch {
      outcome.add(.unreadableRecord, record, "\(error)")
      return
    }
    let slug = FeedCategory.Field.slug.rawValue
    if let other = slugs[category.slug] {
      outcome.add(.duplicateSlug, record, field: slug, "the slug '\(category.slug)' is that of '\(other)' too")
    } else {
      slugs[category.slug] = record.name
    }
    if category.slug != record.name.rawValue {
      outcome.add(.slugMismatch, record, field: slug, "the slug is '\(category.slug)', the record's name another")
    }
  }

  /// Looks at the tree once all are known.
  func finish(_ outcome: inout CatalogAudit.Outcome) {
    let field = FeedCategory.Field.parentCategory.rawValue
    let parents = Dictionary(
      records.compactMap { record in record.fields[field]?.reference.map { (record.name, $0.recordName) } }
    ) { first, _ in first }
    // A cycle further up is told of those that are in it.
    let inCycles = Set(ParentCycles.members(of: parents))
    for record in records {
      guard let parent = parents[record.name] else { continue }
      if !names.contains(parent) {
        outcome.add(.danglingParent, record, field: field, "there is no category '\(parent)' for it to be under")
      } else if inCycles.contains(record.name) {
        outcome.add(.categoryCycle, record, field: field, "it is under itself, by way of '\(parent)'")
      }
    }
  }
}
