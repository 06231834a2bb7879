import Catalog
import CloudKitRecords

/// An audit of record values.
enum ValueAudit {
  /// The minimum plausible interval between fetches, in seconds. A smaller value is probably in hours: 60 hours exceed
  /// two days.
  private static let leastInterval = 60.0

  /// Returns the name of a feed for reports.
  static func title(of record: Record) -> String {
    record[FeedField.title]?.string ?? record.name.rawValue
  }

  /// Returns a number for display. Whole numbers have no fraction.
  static func shown(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
  }

  /// Checks that a record has the required fields, and values of the declared types and in their ranges.
  static func look(
    at record: Record, in table: CatalogTable, _ layout: CatalogLayout, _ outcome: inout CatalogAudit.Outcome
  ) {
    if let problem = table.problem(of: record, in: layout) { outcome.add(.unreadableRecord, record, "\(problem)") }
    for field in table.columns(in: layout) {
      guard let name = field.name(in: layout), let value = record[name] else { continue }
      if field.content == .flag, let flag = value.int64, flag != 0, flag != 1 {
        outcome.add(.flagNotBoolean, record, field: name, "\(flag) is neither 0 nor 1")
      }
      if let range = field.range, let number = value.number, !range.contains(number) {
        let isLess = number < range.lowerBound
        let bound = isLess ? "less than \(Int(range.lowerBound))" : "more than \(Int(range.upperBound))"
        outcome.add(.outOfRange, record, field: name, "\(shown(number)) is \(bound)")
      }
    }
    measurements(of: record, &outcome)
  }

  /// Checks the measurement fields, which have the same names in both layouts.
  private static func measurements(of record: Record, _ outcome: inout CatalogAudit.Outcome) {
    if let total = record[MetadataField.totalAttempts]?.number {
      for field in [MetadataField.successfulAttempts, MetadataField.failureCount] {
        guard let value = record[field]?.number, value > total else { continue }
        outcome.add(
          .attemptsMismatch, record, field: field.name,
          "\(shown(value)) fetches are more than the \(shown(total)) attempts")
      }
    }
    let interval = MetadataField.minUpdateInterval
    if let value = record[interval]?.number, value > 0, value < leastInterval {
      outcome.add(
        .minUpdateIntervalUnit, record, field: interval.name,
        "\(shown(value)) seconds between fetches; is it in hours?")
    }
  }
}
