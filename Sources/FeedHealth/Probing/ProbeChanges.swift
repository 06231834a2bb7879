import Catalog
import CloudKitRecords
import CloudKitSchema

/// What a probe changes in the catalogue: measurements, `lastVerified` and `updateFrequency`; never what a curator wrote.
///
/// Source: design, Ownership of fields.
struct ProbeChanges: Sendable {
  let layout: CatalogLayout
  let schema: Schema
  let asOf: Timestamp

  /// A feed with its counters after a probe.
  func entry(_ entry: FeedEntry, after finding: ProbeFinding) -> FeedEntry {
    var entry = entry
    entry.lastAttempted = asOf
    if let isUp = finding.verdict.isUp {
      entry.totalAttempts = max(0, entry.totalAttempts ?? 0) + 1
      entry.successfulAttempts = max(0, entry.successfulAttempts ?? 0) + (isUp ? 1 : 0)
      entry.failureCount = isUp ? 0 : max(0, entry.failureCount ?? 0) + 1
    }
    if finding.verdict.isUp == true {
      entry.lastFetchSuccess = asOf
      entry.lastFailureReason = nil
    } else {
      entry.lastFailureReason = "\(finding.verdict.verdictClass.rawValue): \(finding.verdict.evidence)"
    }
    return entry
  }

  /// The changes to a feed's records.
  /// - Parameters:
  ///   - before: the feed as it is stored now.
  ///   - read: the feed as it was when the probe was planned.
  ///   - uptime: 0…100; `nil` where it is not known.
  func changes(
    _ before: FeedEntry, read: FeedEntry, _ finding: ProbeFinding, uptime: Double?
  ) -> [PlannedChange] {
    // Another program probed the feed after this one: what it found is newer, and only the attempts are added up.
    let isOverruled = before.lastAttempted != read.lastAttempted && (before.lastAttempted ?? asOf) >= asOf
    let after = entry(before, after: finding)
    var measured = FieldChanges()
    measured.set("totalAttempts", after.totalAttempts.map { .int64(Int64($0)) })
    measured.set("successfulAttempts", after.successfulAttempts.map { .int64(Int64($0)) })
    var feed = FieldChanges()
    if !isOverruled {
      measure(&measured, after, finding, uptime)
      verify(&feed, finding)
    }
    if layout == .celestraKit { feed.merge(measured) }
    let operations = [layout == .celestraKit ? nil : metadata(before, measured), update(feed, of: before)]
    return operations.compactMap { operation in operation.map { PlannedChange($0, title: before.title) } }
  }

  private func measure(_ changes: inout FieldChanges, _ after: FeedEntry, _ finding: ProbeFinding, _ uptime: Double?) {
    let isPublic = layout == .publicCatalog
    changes.set("failureCount", after.failureCount.map { .int64(Int64($0)) })
    changes.set(isPublic ? "lastAttempted" : Feed.Field.lastAttempted.rawValue, .timestamp(asOf))
    changes.setOrClear("lastFailureReason", after.lastFailureReason.map { .string(String($0.prefix(500))) })
    if isPublic {
      changes.set("lastHealthCheck", .timestamp(asOf))
      switch finding.verdict.isUp {
      case true?: changes.set("lastFetchSuccess", .timestamp(asOf))
      case false?: changes.set("lastFetchFailure", .timestamp(asOf))
      case nil: break
      }
      if let uptime { changes.set("uptimePercentage", .double(uptime)) }
      let level = FeedHealth(of: after, asOf: asOf).level
      changes.setOrClear("healthStatus", level.healthStatus.map { .string($0) })
      if let facts = finding.facts {
        changes.setOrClear("averageArticlesPerWeek", facts.cadence.articlesPerWeek.map { .double($0) })
      }
    }
    guard let facts = finding.facts else { return }
    // A validator that is not an HTTP header's size is a mistake, and a record is at most 1 MB.
    changes.setOrClear("etag", finding.etag.flatMap { $0.utf8.count <= 4096 ? .string($0) : nil })
    changes.setOrClear("lastModified", finding.lastModified.flatMap { $0.utf8.count <= 256 ? .string($0) : nil })
    changes.setOrClear(
      "minUpdateInterval", facts.updateInterval.map { isPublic ? .int64(Int64($0)) : .double(Double($0)) })
  }

  private func verify(_ changes: inout FieldChanges, _ finding: ProbeFinding) {
    guard finding.verdict.isUp == true else { return }
    let isPublic = layout == .publicCatalog
    changes.set(isPublic ? "lastVerified" : Feed.Field.lastVerified.rawValue, .timestamp(asOf))
    if let gap = finding.facts?.cadence.medianGap {
      changes.set("updateFrequency", layout.updateFrequency(hours: isPublic ? max(1, gap) : gap))
    }
  }

  private func update(_ changes: FieldChanges, of entry: FeedEntry) -> RecordOperation? {
    changes.operation(.update, layout.feedType, entry.recordName, entry.changeTag, schema)
  }

  private func metadata(_ entry: FeedEntry, _ changes: FieldChanges) -> RecordOperation? {
    let type = FeedMetadata.recordType
    if let metadata = entry.metadata {
      return changes.operation(.update, type, metadata.recordName, metadata.changeTag, schema)
    }
    var changes = changes
    changes.set(FeedMetadata.Field.feedReference.rawValue, .reference(Reference(entry.recordName)))
    return changes.operation(.create, type, CatalogName.metadata(of: entry.recordName), nil, schema)
  }
}

/// Fields to set and to clear, as far as a schema declares them: a container made long ago may lack some.
private struct FieldChanges {
  private var values: RecordFields = [:]
  private var cleared: Set<String> = []

  mutating func set(_ field: String, _ value: FieldValue?) {
    if let value { values[field] = value }
  }

  mutating func setOrClear(_ field: String, _ value: FieldValue?) {
    if let value { values[field] = value } else { cleared.insert(field) }
  }

  mutating func merge(_ other: FieldChanges) {
    values.merge(other.values) { $1 }
    cleared.formUnion(other.cleared)
  }

  func operation(
    _ kind: RecordOperation.Kind, _ type: RecordType.Name, _ name: RecordName, _ tag: String?, _ schema: Schema
  ) -> RecordOperation? {
    let declared = Set(schema.declared(Array(values.keys) + Array(cleared), of: type))
    let fields = values.filter { declared.contains($0.key) }
    let clearing = kind == .create ? [] : cleared.intersection(declared)
    if fields.isEmpty, clearing.isEmpty { return nil }
    return RecordOperation(kind, Record(type: type, name: name, changeTag: tag, fields: fields), clearing: clearing)
  }
}
