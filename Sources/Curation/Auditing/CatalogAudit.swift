package import Catalog
package import CloudKitRecords
package import CloudKitSchema

/// Holds a whole catalogue against the rules: what records refer to, what makes them the ones they are, what they hold.
///
/// Records are looked at page by page; of feeds only their names and identities are kept.
package struct CatalogAudit {
  /// What was found and what it was found in.
  package struct Outcome: Sendable {
    /// What is wrong.
    package internal(set) var findings: [AuditFinding] = []
    /// Records looked at, by type. Articles and subscriptions are counted by feed, and not among them.
    package internal(set) var records: [RecordType.Name: Int] = [:]

    /// The changes that mend what can be mended safely, one for each record, those of one kind together.
    package var fixes: [PlannedChange] { AuditFixes.merged(findings.compactMap(\.fix)) }

    /// The same with the findings of some rules only.
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

  /// An audit of a catalogue.
  /// - Parameter asOf: the moment that fixes give records as changed.
  package init(_ reader: CatalogReader, asOf: Timestamp) {
    self.reader = reader
    self.asOf = asOf
  }

  /// Looks at everything. Nothing is written.
  /// - Parameter progress: called with the number of records looked at.
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

  /// Articles and subscriptions of feeds that are not there: one finding for each such feed, however many they are.
  private mutating func lookForOrphans(
    _ type: RecordType.Name, by field: String, _ rule: AuditRule, _ noun: String
  ) async throws(RecordStoreError) {
    guard reader.declares(type) else { return }
    let counts = try await reader.store.count(type, by: field)
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
