package import Articles
package import Catalog
package import CloudKitRecords
package import CloudKitSchema
package import Diagnostics

/// An audit of a whole catalog: references, identities, field values, and articles.
///
/// Records are read page by page. Only the names and identities of feeds and articles are kept in memory.
package struct CatalogAudit {
  package enum Part: String, CaseIterable, Sendable {
    /// Everything but articles.
    case catalog
    case articles
  }

  /// The findings of an audit and the records it checked.
  package struct Outcome: Sendable {
    /// A record that seems to be missing.
    struct Missing {
      let type: RecordType.Name
      let name: RecordName
      /// The feed that the record must refer to; `nil` if it need not.
      var feed: RecordName?
    }

    package struct Finding: Sendable {
      package let diagnostic: Diagnostic
      /// The changes that fix the problem; empty if there is no safe one.
      package let fixes: [PlannedChange]
      /// The record that the finding says is missing; `nil` if it says so of none.
      fileprivate let missing: Missing?
    }

    package fileprivate(set) var findings: [Finding] = []
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
      _ rule: Rule, _ record: Record, field: String? = nil, _ message: String, fix: PlannedChange? = nil,
      help: String? = nil, missing: Missing? = nil
    ) {
      add(
        rule, record, field: field, message, fixes: fix.map { [$0] } ?? [], help: help,
        missing: missing)
    }

    mutating func add(
      _ rule: Rule, _ record: Record, field: String?, _ message: String, fixes: [PlannedChange],
      help: String? = nil, missing: Missing? = nil
    ) {
      let name = record.name.rawValue.isEmpty ? "" : "[\(record.name)]"
      let place = record.type + name + (field.map { ".\($0)" } ?? "")
      let diagnostic = Diagnostic(
        rule.severity, rule: rule.id, message, file: container, path: place, subject: place,
        help: help ?? rule.advice)
      findings.append(Finding(diagnostic: diagnostic, fixes: fixes, missing: missing))
    }
  }

  private let reader: CatalogReader
  private let articles: ArticleSettings
  private let asOf: Timestamp
  private var outcome: Outcome
  private var feeds: Set<RecordName> = []

  /// - Parameters:
  ///   - container: The user's name for the catalog.
  ///   - articles: The retention that the expiries of articles follow.
  ///   - asOf: The modification timestamp for fixes.
  package init(_ reader: CatalogReader, container: String, articles: ArticleSettings, asOf: Timestamp) {
    self.reader = reader
    self.articles = articles
    outcome = Outcome(container: container)
    self.asOf = asOf
  }

  /// Checks parts of the catalog. Writes nothing.
  /// - Parameter progress: Called with the number of records checked.
  package mutating func run(
    _ parts: Set<Part> = Set(Part.allCases), progress: (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) -> Outcome {
    var read = 0
    if parts.contains(.catalog) { try await checkCatalog(&read, progress) }
    if parts.contains(.articles) { try await checkArticles(read, progress) }
    return outcome
  }

  private mutating func checkCatalog(_ read: inout Int, _ progress: (Int) -> Void) async throws(RecordStoreError) {
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
    let collections = CollectionAudit(feeds: feeds.union(try await lateMembers()), asOf: asOf)
    try await forEach(.collections, &read, progress) { record, outcome in collections.look(at: record, &outcome) }
    try await checkSubscriptions()
    try await takeBackExisting()
  }

  /// Returns the feeds in collections that only a look-up finds.
  private func lateMembers() async throws(RecordStoreError) -> [RecordName] {
    var members: Set<RecordName> = []
    try await reader.forEachPage(of: .collections, fields: [CollectionField.feeds], toleratesInvalidValues: true) {
      for record in $0 { members.formUnion(record.targets) }
    }
    members.subtract(feeds)
    if members.isEmpty { return [] }
    return try await reader.store.lookup(members.sorted(), desiredFields: [])
      .filter { $0.value.type == reader.layout.feedType }.map(\.key)
  }

  /// Takes back the findings of records that seem to be missing, but exist: queries return new records late, look-ups
  /// at once.
  private mutating func takeBackExisting() async throws(RecordStoreError) {
    let missing = Set(outcome.findings.compactMap { $0.missing?.name })
    if missing.isEmpty { return }
    let existing = try await reader.store.lookup(missing.sorted(), desiredFields: nil)
    outcome.findings.removeAll { finding in
      guard let missing = finding.missing, let found = existing[missing.name] else { return false }
      return found.type == missing.type && missing.feed.map(found.targets.contains) ?? true
    }
  }

  private mutating func checkArticles(_ read: Int, _ progress: (Int) -> Void) async throws(RecordStoreError) {
    let type = reader.layout.articleType
    guard reader.declares(type) else { return }
    var audit = ArticleAudit(settings: articles, asOf: asOf)
    var found = outcome
    var count = 0
    var query = Query(type)
    query.toleratesInvalidValues = true
    try await reader.store.forEachPage(of: query) { (page) throws(RecordStoreError) in
      try await audit.look(at: page, in: reader.store, &found)
      count += page.count
      progress(read + count)
    }
    audit.finish(&found)
    if count > 0 { found.records[type] = count }
    outcome = found
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

  /// Reports one finding per missing feed. The subscriptions of one user to one feed count once.
  private mutating func checkSubscriptions() async throws(RecordStoreError) {
    let field = SubscriptionField.feedRecordName
    guard let type = CatalogTable.subscriptions.type(in: reader.layout), reader.declares(type) else { return }
    var seen: Set<[String]> = []
    var counts: [RecordName: Int] = [:]
    var total = 0
    try await reader.forEachPage(of: .subscriptions, fields: [field], toleratesInvalidValues: true) { page in
      for record in page {
        guard let feed = record[field]?.string.map({ RecordName($0) }) else { continue }
        total += 1
        if feeds.contains(feed) { continue }
        let isRepeated = record.created?.by.map { !seen.insert([feed.rawValue, $0.rawValue]).inserted } ?? false
        if !isRepeated { counts[feed, default: 0] += 1 }
      }
    }
    if total > 0 { outcome.records[type] = total }
    for (feed, count) in counts.sorted(by: { $0.key < $1.key }) {
      let many = count == 1 ? "1 subscription belongs" : "\(count) subscriptions belong"
      outcome.add(
        .orphanedSubscriptions, Record(type: type, name: feed), field: field.name,
        "\(many) to the feed '\(feed)', which does not exist", missing: .init(type: reader.layout.feedType, name: feed))
    }
  }
}

extension CatalogAudit.Outcome {
  /// The safe fixes, merged into one change per record and grouped by type and action, deletions last.
  package var fixes: [PlannedChange] {
    var merged: [RecordName: PlannedChange] = [:]
    for fix in findings.flatMap(\.fixes) {
      let name = fix.operation.record.name
      guard let other = merged[name], !fix.operation.kind.isDelete else {
        merged[name] = fix
        continue
      }
      if other.operation.kind.isDelete { continue }
      var operation = other.operation
      operation.record.fields.merge(fix.operation.record.fields) { _, new in new }
      operation.cleared.formUnion(fix.operation.cleared)
      // A text that one fix clears is not what another one corrected.
      for field in operation.cleared { operation.record[field] = nil }
      var change = PlannedChange(operation, title: other.title)
      change.before = other.before.merging(fix.before) { first, _ in first }
      merged[name] = change
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
