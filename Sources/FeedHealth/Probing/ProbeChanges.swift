import Articles
import Catalog
import CloudKitRecords
import CloudKitSchema

/// Changes of a probe to the catalog: measurements, `lastVerified` and `updateFrequency`, but no field that a curator
/// edits.
///
/// Source: design, Ownership of fields.
struct ProbeChanges: Sendable {
  let layout: CatalogLayout
  let schema: Schema
  let asOf: Timestamp
  /// Whether a title that is only a placeholder is replaced by the feed's own.
  var fillsTitles = false
  /// Whether the container can keep what a run needs to know about the articles of the last one.
  var keepsMarks = true

  func entry(_ entry: FeedEntry, after finding: ProbeFinding) -> FeedEntry {
    var entry = entry
    entry.lastAttempted = asOf
    if let isUp = finding.verdict.isUp {
      // A probe of an inactive feed finds out whether it works, and counts neither in its health nor in its score.
      let count = entry.isActive ? 1 : 0
      entry.totalAttempts = max(0, entry.totalAttempts ?? 0) + count
      entry.successfulAttempts = max(0, entry.successfulAttempts ?? 0) + (isUp ? count : 0)
      entry.failureCount = isUp ? 0 : max(0, entry.failureCount ?? 0) + count
    }
    if finding.verdict.isUp == true {
      entry.lastFetchSuccess = asOf
      entry.lastFailureReason = nil
    }
    // A run without this history must know that the feed is held back.
    if finding.verdict.isUp != true || finding.verdict.verdictClass == .replaced {
      entry.lastFailureReason = "\(finding.verdict.verdictClass.rawValue): \(finding.verdict.evidence)"
    }
    return entry
  }

  /// - Parameters:
  ///   - before: the feed as currently stored.
  ///   - read: the feed as read when the probe was planned.
  ///   - record: the feed's record in the history, with this probe.
  ///   - recent: the feed's last 30 days in the history, with this probe.
  ///   - state: state of the document, if its articles are stored.
  func changes(
    _ before: FeedEntry, read: FeedEntry, _ finding: ProbeFinding, record: FeedRecord?, recent: RecentProbes?,
    state: ReadState? = nil
  ) -> [PlannedChange] {
    // Another program probed the feed after this probe. Its result is newer, so only the attempts are added.
    let isOverruled = before.lastAttempted != read.lastAttempted && (before.lastAttempted ?? asOf) >= asOf
    let after = entry(before, after: finding)
    var measured = FieldChanges(layout: layout)
    measured.set(MetadataField.totalAttempts, after.totalAttempts.map { .int64(Int64($0)) })
    measured.set(MetadataField.successfulAttempts, after.successfulAttempts.map { .int64(Int64($0)) })
    var feed = FieldChanges(layout: layout)
    if !isOverruled {
      // The first probe of a history says nothing about earlier ones, which the container has counted.
      let beginsAnew = record?.uptime.known == 0 && after.totalAttempts ?? 0 > 1
      let health = FeedHealth(of: after, record, recent, asOf: asOf)
      measure(&measured, health, finding, uptime: beginsAnew ? nil : recent?.uptime)
      mark(&measured, state)
      verify(&feed, finding)
      if fillsTitles { fillTitle(&feed, of: before, finding) }
    }
    if !layout.hasTaxonomy { feed.merge(measured) }
    let operations = [layout.hasTaxonomy ? metadata(before, measured) : nil, update(feed, of: before)]
    return operations.compactMap { operation in operation.map { PlannedChange($0, title: before.title) } }
  }

  private func measure(
    _ changes: inout FieldChanges, _ after: FeedHealth, _ finding: ProbeFinding, uptime: Double?
  ) {
    changes.set(MetadataField.failureCount, after.entry.failureCount.map { .int64(Int64($0)) })
    changes.set(MetadataField.lastAttempted, .timestamp(asOf))
    changes.setOrClear(MetadataField.lastFailureReason, after.lastFailureReason.map { .string(String($0.prefix(500))) })
    changes.set(MetadataField.lastHealthCheck, .timestamp(asOf))
    if let isUp = finding.verdict.isUp {
      changes.set(isUp ? MetadataField.lastFetchSuccess : MetadataField.lastFetchFailure, .timestamp(asOf))
    }
    changes.setOrClear(MetadataField.uptimePercentage, uptime.map { .double($0) })
    changes.setOrClear(MetadataField.healthStatus, after.level.healthStatus.map { .string($0) })
    guard let facts = finding.facts else { return }
    changes.setOrClear(MetadataField.averageArticlesPerWeek, facts.cadence.articlesPerWeek.map { .double($0) })
    // A validator larger than an HTTP header is invalid, and a record is limited to 1 MB.
    changes.setOrClear(MetadataField.etag, finding.etag.flatMap { $0.utf8.count <= 4096 ? .string($0) : nil })
    changes.setOrClear(
      MetadataField.lastModified, finding.lastModified.flatMap { $0.utf8.count <= 256 ? .string($0) : nil })
    let interval = MetadataField.minUpdateInterval
    changes.setOrClear(interval, finding.updateInterval.flatMap { interval.value(Double($0), in: layout) })
  }

  private func mark(_ changes: inout FieldChanges, _ state: ReadState?) {
    guard let state, keepsMarks else { return }
    changes.set(MetadataField.articlesDigest, .string(state.digest))
    changes.setOrClear(MetadataField.articlesValidator, state.validator.map { .string($0) })
    if state.isCompared { changes.set(MetadataField.articlesReadAt, .timestamp(asOf)) }
  }

  /// Returns a change without the marks of articles, for a container whose schema lacks their fields; `nil` for another
  /// error.
  func withoutMarks(_ change: PlannedChange, after error: RecordError) -> PlannedChange? {
    let names = MetadataField.articleMarks.names(in: layout)
    guard error.code == .badRequest, names.contains(where: { error.reason.contains($0) }) else { return nil }
    var operation = change.operation
    for name in names { operation.record[name] = nil }
    operation.cleared.subtract(names)
    var other = PlannedChange(operation, title: change.title, file: change.file)
    other.before = change.before
    return other
  }

  private func fillTitle(_ changes: inout FieldChanges, of entry: FeedEntry, _ finding: ProbeFinding) {
    guard entry.hasPlaceholderTitle, finding.movedTo == nil,
      let title = finding.facts?.description.title.flatMap(ProposalRules.title),
      !FeedURL.isPlaceholder(title, of: entry.feedURL)
    else { return }
    changes.set(FeedField.title, .string(title))
  }

  private func verify(_ changes: inout FieldChanges, _ finding: ProbeFinding) {
    guard finding.verdict.isUp == true, finding.verdict.verdictClass != .replaced else { return }
    changes.set(FeedField.lastVerified, .timestamp(asOf))
    changes.set(
      FeedField.updateFrequency,
      finding.facts?.cadence.medianGap.flatMap { FeedField.updateFrequency.value($0, in: layout) })
  }

  private func update(_ changes: FieldChanges, of entry: FeedEntry) -> RecordOperation? {
    changes.operation(.update, layout.feedType, entry.recordName, entry.changeTag, schema)
  }

  private func metadata(_ entry: FeedEntry, _ changes: FieldChanges) -> RecordOperation? {
    let type = CatalogTable.metadata.recordType
    if let metadata = entry.metadata {
      return changes.operation(.update, type, metadata.recordName, metadata.changeTag, schema)
    }
    var changes = changes
    changes.set(MetadataField.feedReference, .reference(Reference(entry.recordName)))
    return changes.operation(.create, type, CatalogName.metadata(of: entry.recordName), nil, schema)
  }
}

/// Fields to set, and to clear (`nil`), limited to fields in the schema, because older containers may lack some.
private struct FieldChanges {
  private(set) var values: [String: FieldValue?] = [:]
  let layout: CatalogLayout

  mutating func set(_ field: CatalogField, _ value: FieldValue?) {
    if value != nil { setOrClear(field, value) }
  }

  mutating func setOrClear(_ field: CatalogField, _ value: FieldValue?) {
    if let name = field.name(in: layout) { values.updateValue(value, forKey: name) }
  }

  mutating func merge(_ other: FieldChanges) { values.merge(other.values) { $1 } }

  func operation(
    _ kind: RecordOperation.Kind, _ type: RecordType.Name, _ name: RecordName, _ tag: String?, _ schema: Schema
  ) -> RecordOperation? {
    let declared = Set(schema.declared(Array(values.keys), of: type))
    let values = values.filter { declared.contains($0.key) }
    var fields: RecordFields = [:]
    for case (let name, let value?) in values { fields[name] = value }
    let cleared = kind == .create ? [] : Set(values.filter { $0.value == nil }.keys)
    if fields.isEmpty, cleared.isEmpty { return nil }
    return RecordOperation(kind, Record(type: type, name: name, changeTag: tag, fields: fields), clearing: cleared)
  }
}
