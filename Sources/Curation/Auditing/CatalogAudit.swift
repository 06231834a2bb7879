package import Catalog
package import CloudKitRecords
package import CloudKitSchema

/// An audit of a whole catalog: references, identities, and field values.
///
/// Records are read page by page. Only the names and identities of feeds are kept in memory.
package struct CatalogAudit {
  /// The findings of an audit and the records it checked.
  package struct Outcome: Sendable {
    /// The problems found.
    package internal(set) var findings: [AuditFinding] = []
    /// The number of records checked, by type. Excludes articles and subscriptions, which are counted by feed.
    package internal(set) var records: [RecordType.Name: Int] = [:]

    /// The safe fixes, merged into one change per record and grouped by kind.
    package var fixes: [PlannedChange] { AuditFixes.merged(findings.compactMap(\.fix)) }

    /// Returns the outcome with only the findings of matching rules.
    package func filtered(_ isWanted: (AuditRule) -> Bool) -> Outcome {
      var outcome = self
      outcome.findings = findings.filter { isWanted($0.rule) }
      return outcome
    }

    mutating func add(
      _ rule: AuditRule, _ record: Record, field: String? = nil, _ message: String, fix: PlannedChange? = nil
    ) {
      findings.append(
        AuditFinding(
          rule: rule, recordType: record.type, record: record.name, field: field, message: message, fix: fix))
    }
  }

  private let reader: CatalogReader
  private let asOf: Timestamp
  private var outcome = Outcome()
  private var feeds: Set<RecordName> = []

  /// Creates an audit of a catalog.
  /// - Parameter asOf: The modification timestamp for fixes.
  package init(_ reader: CatalogReader, asOf: Timestamp) {
    self.reader = reader
    self.asOf = asOf
  }

  /// Checks the whole catalog. Writes nothing.
  /// - Parameter progress: Called with the number of records checked.
  package mutating func run(progress: (Int) -> Void = { _ in }) async throws(RecordStoreError) -> Outcome {
    var read = 0
    var categories = CategoryAudit(in: reader.layout)
    try await forEach(.categories, &read, progress) { record, outcome in categories.look(at: record, &outcome) }
    categories.finish(&outcome)
    var identities = FeedAudit(reader.layout, categories: categories.names)
    try await forEach(.feeds, &read, progress) { record, outcome in identities.look(at: record, &outcome) }
    feeds = identities.names
    var metadata = MetadataAudit(feeds: feeds, in: reader.layout)
    try await forEach(.metadata, &read, progress) { record, outcome in metadata.look(at: record, &outcome) }
    if CatalogTable.metadata.type(in: reader.layout) != nil { metadata.finish(&outcome) }
    let collections = CollectionAudit(feeds: feeds, in: reader.layout, asOf: asOf)
    try await forEach(.collections, &read, progress) { record, outcome in collections.look(at: record, &outcome) }
    try await lookForOrphans(
      reader.layout.articleType, by: reader.layout.articleFeedField, .orphanedArticles, "article")
    try await lookForOrphans(
      CatalogTable.subscriptions.recordType, by: SubscriptionField.feedRecordName.name, .orphanedSubscriptions,
      "subscription")
    return outcome
  }

  private mutating func forEach(
    _ table: CatalogTable, _ read: inout Int, _ progress: (Int) -> Void,
    _ look: (Record, inout Outcome) -> Void
  ) async throws(RecordStoreError) {
    guard let type = table.type(in: reader.layout), reader.declares(type) else { return }
    var count = 0
    var found = outcome
    try await reader.forEachPage(of: table) { page in
      for record in page { look(record, &found) }
      count += page.count
      progress(read + count)
    }
    read += count
    found.records[type] = count
    outcome = found
  }

  /// Finds articles and subscriptions of missing feeds. Reports one finding per missing feed.
  private mutating func lookForOrphans(
    _ type: RecordType.Name, by field: String, _ rule: AuditRule, _ noun: String
  ) async throws(RecordStoreError) {
    guard reader.declares(type) else { return }
    let counts =
      if type == CatalogTable.subscriptions.recordType {
        try await reader.store.countByCreator(type, by: field).mapValues(\.withoutRepeats)
      } else {
        try await reader.store.count(type, by: field)
      }
    let orphans = counts.compactMap { value, count in
      (value.reference?.recordName ?? value.string.map { RecordName($0) }).map { ($0, count) }
    }.filter { !feeds.contains($0.0) }
    for (feed, count) in orphans.sorted(by: { $0.0 < $1.0 }) {
      let missing = Record(type: type, name: feed)
      let many = count == 1 ? "1 \(noun) is" : "\(count) \(noun)s are"
      outcome.add(rule, missing, field: field, "\(many) of the feed '\(feed)', which does not exist")
    }
  }
}
