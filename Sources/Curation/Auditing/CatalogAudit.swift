package import Catalog
package import CloudKitRecords
package import CloudKitSchema
package import Diagnostics

/// An audit of a whole catalog: references, identities, and field values.
///
/// Records are read page by page. Only the names and identities of feeds are kept in memory.
package struct CatalogAudit {
  /// The findings of an audit and the records it checked.
  package struct Outcome: Sendable {
    /// A problem in a catalog.
    package struct Finding: Sendable {
      /// The problem and its place.
      package let diagnostic: Diagnostic
      /// The change that fixes the problem, if a safe one exists.
      package let fix: PlannedChange?
    }

    /// The problems found.
    package private(set) var findings: [Finding] = []
    /// The number of records checked, by type.
    package fileprivate(set) var records: [RecordType.Name: Int] = [:]
    /// The user's name for the catalog.
    fileprivate let container: String

    /// Returns the outcome with only the findings of rules with matching ids.
    package func filtered(_ isIncluded: (String) -> Bool) -> Outcome {
      var outcome = self
      outcome.findings = findings.filter { isIncluded($0.diagnostic.rule) }
      return outcome
    }

    mutating func add(
      _ rule: AuditRule, _ record: Record, field: String? = nil, _ message: String, fix: PlannedChange? = nil,
      help: String? = nil
    ) {
      let place = "\(record.type)[\(record.name)]" + (field.map { ".\($0)" } ?? "")
      let remedy = rule.documentation.remedy
      let diagnostic = Diagnostic(
        rule.severity, rule: rule.id, message, file: container, path: place, subject: place,
        help: help ?? remedy.prefix(1).lowercased() + remedy.dropFirst().dropLast())
      findings.append(Finding(diagnostic: diagnostic, fix: fix))
    }
  }

  private let reader: CatalogReader
  private let asOf: Timestamp
  private var outcome: Outcome
  private var feeds: Set<RecordName> = []

  /// Creates an audit of a catalog.
  /// - Parameters:
  ///   - container: The user's name for the catalog.
  ///   - asOf: The modification timestamp for fixes.
  package init(_ reader: CatalogReader, container: String, asOf: Timestamp) {
    self.reader = reader
    outcome = Outcome(container: container)
    self.asOf = asOf
  }

  /// Checks the whole catalog. Writes nothing.
  /// - Parameter progress: Called with the number of records checked.
  package mutating func run(progress: (Int) -> Void = { _ in }) async throws(RecordStoreError) -> Outcome {
    var read = 0
    var categories = CategoryAudit()
    try await forEach(.categories, &read, progress) { record, outcome in categories.look(at: record, &outcome) }
    categories.finish(&outcome)
    var identities = FeedAudit(reader.layout, categories: categories.names)
    try await forEach(.feeds, &read, progress) { record, outcome in identities.look(at: record, &outcome) }
    feeds = identities.names
    let comparesCounts = [(CatalogTable.feeds, FeedField.subscriberCount), (.metadata, MetadataField.subscriberCount)]
      .allSatisfy { reader.declares($1, in: $0) }
    var metadata = MetadataAudit(feeds: feeds, counts: comparesCounts ? identities.counts : nil)
    try await forEach(.metadata, &read, progress) { record, outcome in metadata.look(at: record, &outcome) }
    if CatalogTable.metadata.type(in: reader.layout) != nil { metadata.finish(&outcome) }
    let collections = CollectionAudit(feeds: feeds, asOf: asOf)
    try await forEach(.collections, &read, progress) { record, outcome in collections.look(at: record, &outcome) }
    try await look(
      at: .articles, by: ArticleField.feedReference, unique: ArticleField.guid, orphans: .orphanedArticles, "article")
    try await look(
      at: .subscriptions, by: SubscriptionField.feedRecordName, orphans: .orphanedSubscriptions, "subscription")
    return outcome
  }

  private mutating func forEach(
    _ table: CatalogTable, _ read: inout Int, _ progress: (Int) -> Void,
    _ look: (Record, inout Outcome) -> Void
  ) async throws(RecordStoreError) {
    guard let type = table.type(in: reader.layout), reader.declares(type) else { return }
    var count = 0
    var found = outcome
    let values = ValueAudit(layout: reader.layout, asOf: asOf)
    try await reader.forEachPage(of: table, toleratesInvalidValues: true) { page in
      for record in page {
        values.look(at: record, in: table, &found)
        look(record, &found)
      }
      count += page.count
      progress(read + count)
    }
    read += count
    found.records[type] = count
    outcome = found
  }

  /// Finds records of missing feeds, and records of a feed that repeat a unique field. Reports one finding per feed.
  /// - Parameter unique: The unique field, or `nil` to count the records of one creator once.
  private mutating func look(
    at table: CatalogTable, by field: CatalogField, unique: CatalogField? = nil, orphans: AuditRule, _ noun: String
  ) async throws(RecordStoreError) {
    guard let type = table.type(in: reader.layout), let name = field.name(in: reader.layout), reader.declares(type)
    else { return }
    // A hash per record keeps a million records in a few megabytes.
    var seen: Set<Int> = []
    var counts: [RecordName: (records: Int, repeats: Int)] = [:]
    let fields = [field, unique].compactMap(\.self)
    try await reader.forEachPage(of: table, fields: fields, toleratesInvalidValues: true) { page in
      for record in page {
        guard let feed = record.fields[name]?.recordName else { continue }
        counts[feed, default: (0, 0)].records += 1
        guard let text = unique.map({ record[$0]?.string }) ?? record.created?.by?.rawValue else { continue }
        if !seen.insert([feed.rawValue, text].hashValue).inserted { counts[feed]?.repeats += 1 }
      }
    }
    if !counts.isEmpty { outcome.records[type] = counts.values.reduce(0) { $0 + $1.records } }
    for (feed, count) in counts.sorted(by: { $0.key < $1.key }) {
      let place = Record(type: type, name: feed)
      if !feeds.contains(feed) {
        let number = unique == nil ? count.records - count.repeats : count.records
        let many = number == 1 ? "1 \(noun) belongs" : "\(number) \(noun)s belong"
        outcome.add(orphans, place, field: name, "\(many) to the feed '\(feed)', which does not exist")
      }
      if count.repeats > 0, let unique {
        let many = count.repeats == 1 ? "1 \(noun) repeats" : "\(count.repeats) \(noun)s repeat"
        outcome.add(.repeatedArticles, place, field: unique.name, "\(many) the guid of another")
      }
    }
  }
}

extension FieldValue {
  /// The name of the record that a reference or a string refers to.
  fileprivate var recordName: RecordName? { reference?.recordName ?? string.map { RecordName($0) } }
}

extension CatalogAudit.Outcome {
  /// The safe fixes, merged into one change per record and grouped by type and action, deletions last.
  package var fixes: [PlannedChange] {
    var merged: [RecordName: PlannedChange] = [:]
    for fix in findings.compactMap(\.fix) {
      let name = fix.operation.record.name
      guard let other = merged[name], !fix.operation.kind.isDelete else {
        merged[name] = fix
        continue
      }
      if other.operation.kind.isDelete { continue }
      var operation = other.operation
      operation.record.fields.merge(fix.operation.record.fields) { _, new in new }
      operation.cleared.formUnion(fix.operation.cleared)
      merged[name] = PlannedChange(operation, title: other.title)
    }
    let order: [RecordOperation.Kind] = [.create, .update, .delete]
    return merged.values.sorted { lhs, rhs in
      let places = (order.firstIndex(of: lhs.operation.kind) ?? 0, order.firstIndex(of: rhs.operation.kind) ?? 0)
      if places.0 != places.1 { return places.0 < places.1 }
      let records = (lhs.operation.record, rhs.operation.record)
      return (records.0.type, records.0.name.rawValue) < (records.1.type, records.1.name.rawValue)
    }
  }
}
