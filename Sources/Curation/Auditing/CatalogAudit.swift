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
      let fix: PlannedChange?
    }

    /// The problems found.
    package private(set) var findings: [Finding] = []
    /// The number of records checked, by type. Excludes articles and subscriptions, which are counted by feed.
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
    var metadata = MetadataAudit(feeds: feeds, counts: identities.counts)
    try await forEach(.metadata, &read, progress) { record, outcome in metadata.look(at: record, &outcome) }
    if CatalogTable.metadata.type(in: reader.layout) != nil { metadata.finish(&outcome) }
    let collections = CollectionAudit(feeds: feeds, asOf: asOf)
    try await forEach(.collections, &read, progress) { record, outcome in collections.look(at: record, &outcome) }
    try await lookForOrphans(.articles, by: ArticleField.feedReference, .orphanedArticles, "article")
    try await lookForRepeatedArticles()
    try await lookForOrphans(
      .subscriptions, by: SubscriptionField.feedRecordName, .orphanedSubscriptions, "subscription")
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

  /// Finds articles with the guid of another article of their feed. Reports one finding per feed.
  private mutating func lookForRepeatedArticles() async throws(RecordStoreError) {
    guard let type = CatalogTable.articles.type(in: reader.layout), reader.declares(type) else { return }
    let fields = [ArticleField.feedReference, ArticleField.guid]
    // A hash per article keeps a million articles in a few megabytes.
    var seen: Set<Int> = []
    var repeated: [RecordName: Int] = [:]
    let layout = reader.layout
    try await reader.forEachPage(of: .articles, fields: fields, toleratesInvalidValues: true) { page in
      for record in page {
        guard let feed = record[ArticleField.feedReference, layout]?.recordName,
          let guid = record[ArticleField.guid]?.string
        else { continue }
        if !seen.insert([feed.rawValue, guid].hashValue).inserted { repeated[feed, default: 0] += 1 }
      }
    }
    for (feed, count) in repeated.sorted(by: { $0.key < $1.key }) {
      outcome.add(
        .repeatedArticles, Record(type: type, name: feed), field: ArticleField.guid.name,
        count == 1 ? "1 article repeats the guid of another" : "\(count) articles repeat the guid of another")
    }
  }

  /// Finds articles and subscriptions of missing feeds. Reports one finding per missing feed.
  private mutating func lookForOrphans(
    _ table: CatalogTable, by field: CatalogField, _ rule: AuditRule, _ noun: String
  ) async throws(RecordStoreError) {
    guard let type = table.type(in: reader.layout), let field = field.name(in: reader.layout), reader.declares(type)
    else { return }
    let counts =
      if table.recordType == CatalogTable.subscriptions.recordType {
        try await reader.store.countByCreator(type, by: field).mapValues(\.withoutRepeats)
      } else {
        try await reader.store.count(type, by: field)
      }
    let orphans = counts.compactMap { value, count in
      value.recordName.map { ($0, count) }
    }.filter { !feeds.contains($0.0) }
    for (feed, count) in orphans.sorted(by: { $0.0 < $1.0 }) {
      let missing = Record(type: type, name: feed)
      let many = count == 1 ? "1 \(noun) belongs" : "\(count) \(noun)s belong"
      outcome.add(rule, missing, field: field, "\(many) to the feed '\(feed)', which does not exist")
    }
  }
}

extension FieldValue {
  /// The name of the record that a reference or a string refers to.
  fileprivate var recordName: RecordName? { reference?.recordName ?? string.map { RecordName($0) } }
}
