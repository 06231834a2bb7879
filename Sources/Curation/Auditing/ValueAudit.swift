import Articles
import Catalog
import CloudKitRecords
import Diagnostics
import Notation

/// An audit of record values, by the meaning of their fields.
struct ValueAudit {
  /// The minimum plausible interval between fetches, in seconds. A smaller value is probably in hours: 60 hours exceed
  /// two days.
  private static let leastInterval = 60.0
  /// The maximum time that a date may be in the future, in seconds, for clocks and time zones that differ.
  private static let tolerance = 86_400.0

  let layout: CatalogLayout
  let asOf: Timestamp

  /// Returns a number for display. Whole numbers have no fraction.
  static func shown(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
  }

  /// Checks that a record has the required fields, and values of the declared types and with their meanings.
  func look(at record: Record, in table: CatalogTable, _ outcome: inout CatalogAudit.Outcome) {
    if let problem = table.problem(of: record, in: layout) { outcome.add(.unreadableRecord, record, "\(problem)") }
    for field in table.columns(in: layout) {
      guard let name = field.name(in: layout), let value = record[name] else { continue }
      if let number = value.number {
        look(at: number, of: field, name, record, &outcome)
      } else if let text = value.string {
        look(at: text, of: field, name, record, &outcome)
      } else if let date = value.timestamp, date.seconds(since: asOf) > Self.tolerance {
        outcome.add(.futureDate, record, field: name, "\(date) is in the future")
      } else if field.content == .tags, field.canonical(value) != value {
        var fix: RecordFields = [name: field.canonical(value)]
        if table.recordType == CatalogTable.collections.recordType {
          fix[CollectionField.updatedAt.name] = .timestamp(asOf)
        }
        outcome.add(
          .tagsNotCanonical, record, field: name, "tags have capital letters or duplicates",
          fix: record.change(fix, title: record.title))
      }
    }
    measurements(of: record, &outcome)
  }

  private func look(
    at number: Double, of field: CatalogField, _ name: String, _ record: Record,
    _ outcome: inout CatalogAudit.Outcome
  ) {
    if field.content == .flag, number != 0, number != 1 {
      let command = record.type == CatalogTable.collections.recordType ? "collections set COLLECTION" : "feeds set FEED"
      let option = field.name.dropFirst(2).lowercased()
      outcome.add(
        .flagNotBoolean, record, field: name, "\(Self.shown(number)) is neither 0 nor 1",
        help: "set the flag: '\(command) --\(option)' or '--no-\(option)'")
    }
    if let range = field.range, !range.contains(number) {
      let isLess = number < range.lowerBound
      let bound = isLess ? "less than \(Int(range.lowerBound))" : "more than \(Int(range.upperBound))"
      outcome.add(.outOfRange, record, field: name, "\(Self.shown(number)) is \(bound)")
    } else if field.content == .score, number != number.rounded() {
      outcome.add(.fractionalScore, record, field: name, "\(number) is not a whole number")
    }
  }

  private func look(
    at text: String, of field: CatalogField, _ name: String, _ record: Record, _ outcome: inout CatalogAudit.Outcome
  ) {
    if field.isRequired, !text.utf8.contains(where: { $0 > 0x20 }) || !DisplayText.isVisible(text) {
      return outcome.add(.blankText, record, field: name, "the required text is blank")
    }
    switch field.content {
    case .address where Self.isWebAddress(text), .verbatim where field === FeedField.feedURL:
      guard let url = try? FeedURL(text), url.redacted != url.canonical else { return }
      outcome.add(.credentialsInURL, record, field: name, "'\(url)' has a user name or password")
    case .address where !text.isEmpty:
      outcome.add(.invalidAddress, record, field: name, "'\(FeedURL.redacted(text))' is not an http or https URL")
    case .color where !SeedValue.isColor(text):
      outcome.add(.invalidColor, record, field: name, "'\(text)' is not in the form #RRGGBB")
    case .text where TextMarkup.isPresent(in: text):
      outcome.add(.markupInText, record, field: name, "the text has HTML markup")
    default: break
    }
  }

  private static func isWebAddress(_ text: String) -> Bool {
    URLParts.isWeb(text) && (try? FeedURL(text)) != nil
  }

  /// Checks the measurement fields, which have the same names in both layouts.
  private func measurements(of record: Record, _ outcome: inout CatalogAudit.Outcome) {
    if let total = record[MetadataField.totalAttempts]?.number {
      for field in [MetadataField.successfulAttempts, MetadataField.failureCount] {
        guard let value = record[field]?.number, value > total else { continue }
        outcome.add(
          .attemptsMismatch, record, field: field.name,
          "\(Self.shown(value)) fetches are more than the \(Self.shown(total)) attempts")
      }
    }
    let interval = MetadataField.minUpdateInterval
    if let value = record[interval]?.number, value > 0, value < Self.leastInterval {
      outcome.add(
        .minUpdateIntervalUnit, record, field: interval.name,
        "\(Self.shown(value)) seconds between fetches; is it in hours?")
    }
  }
}
