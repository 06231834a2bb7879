import Catalog
import CloudKitRecords

/// Looks at the numbers of records.
enum ValueAudit {
  /// Seconds below which a least interval between fetches is no number of seconds: fewer than anybody would ask for, and
  /// as many hours as make two days.
  private static let leastInterval = 60.0

  /// What to call a feed.
  static func title(of record: Record) -> String {
    record.fields[PublicFeed.Field.title.rawValue]?.string ?? record.name.rawValue
  }

  /// A number as people write it: a whole one without a fraction.
  static func shown(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
  }

  /// A number within a range.
  static func range(
    _ field: String, _ range: ClosedRange<Double>, of record: Record, _ outcome: inout CatalogAudit.Outcome
  ) {
    guard let value = record.fields[field]?.number, !range.contains(value) else { return }
    let bound = value < range.lowerBound ? "less than \(Int(range.lowerBound))" : "more than \(Int(range.upperBound))"
    outcome.add(.outOfRange, record, field: field, "\(shown(value)) is \(bound)")
  }

  /// A flag of 0 or 1.
  static func flag(_ field: String, of record: Record, _ outcome: inout CatalogAudit.Outcome) {
    guard let value = record.fields[field]?.int64, value != 0, value != 1 else { return }
    outcome.add(.flagNotBoolean, record, field: field, "\(value) is neither 0 nor 1")
  }

  /// What is measured of a feed; the fields have the same names in both layouts.
  static func measurements(of record: Record, _ outcome: inout CatalogAudit.Outcome) {
    let total = record.fields[FeedMetadata.Field.totalAttempts.rawValue]?.number
    let counters = [FeedMetadata.Field.totalAttempts, .successfulAttempts, .failureCount].map(\.rawValue)
    for field in counters { range(field, 0...1e10, of: record, &outcome) }
    for field in counters.dropFirst() {
      guard let total, let value = record.fields[field]?.number, value > total else { continue }
      outcome.add(
        .attemptsMismatch, record, field: field, "\(shown(value)) of \(shown(total)) fetches is more than all")
    }
    let interval = FeedMetadata.Field.minUpdateInterval.rawValue
    range(interval, 0...1e10, of: record, &outcome)
    if let value = record.fields[interval]?.number, value > 0, value < leastInterval {
      outcome.add(
        .minUpdateIntervalUnit, record, field: interval, "\(shown(value)) seconds between fetches; is it in hours?")
    }
  }
}
