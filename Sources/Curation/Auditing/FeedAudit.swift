import Catalog
import CloudKitRecords

/// An audit of feeds: their identity, category, and values.
struct FeedAudit {
  /// The maximum plausible update frequency in hours: one year.
  private static let mostHours = 8784.0
  /// The minimum plausible update frequency in seconds. No feed publishes every minute on average.
  private static let leastSeconds = 60.0

  private(set) var names: Set<RecordName> = []
  /// The published subscriber counts, as stored.
  private(set) var counts: [RecordName: FieldValue] = [:]
  private let layout: CatalogLayout
  private let categories: Set<RecordName>
  private var identities: [FeedURL.Key: RecordName] = [:]

  init(_ layout: CatalogLayout, categories: Set<RecordName>) {
    self.layout = layout
    self.categories = categories
  }

  mutating func look(at record: Record, _ outcome: inout CatalogAudit.Outcome) {
    names.insert(record.name)
    counts[record.name] = record[FeedField.subscriberCount]
    identity(of: record, &outcome)
    title(of: record, &outcome)
    language(of: record, &outcome)
    // Without category records, feeds have no category references.
    let field = FeedField.category
    if let category = record[field]?.reference?.recordName, !categories.contains(category) {
      outcome.add(
        .danglingCategory, record, field: field.name, "the category '\(category)' does not exist",
        missing: .init(type: CatalogTable.categories.recordType, name: category))
    }
    frequency(of: record, &outcome)
  }

  private mutating func identity(of record: Record, _ outcome: inout CatalogAudit.Outcome) {
    let field = FeedField.feedURL
    guard let text = record[field]?.string else { return }
    let url: FeedURL
    do {
      url = try FeedURL(text)
    } catch {
      return outcome.add(.invalidFeedURL, record, field: field.name, "\(error)")
    }
    if url.canonical != text {
      outcome.add(
        .feedURLNotCanonical, record, field: field.name,
        "the canonical form of '\(FeedURL.redacted(text))' is '\(url)'",
        fix: record.change([field.name: .string(url.canonical)], title: url.redacted))
    }
    if let other = identities[url.key] {
      outcome.add(.duplicateFeed, record, field: field.name, "'\(url)' is the same feed as the record '\(other)'")
    } else {
      identities[url.key] = record.name
    }
  }

  private func title(of record: Record, _ outcome: inout CatalogAudit.Outcome) {
    let field = FeedField.title
    guard let title = record[field]?.string, title.utf8.contains(where: { $0 > 0x20 }),
      FeedURL.isPlaceholder(title, of: record[FeedField.feedURL]?.string ?? "")
    else { return }
    outcome.add(.titleIsURL, record, field: field.name, "the title '\(FeedURL.redacted(title))' is a URL")
  }

  private func language(of record: Record, _ outcome: inout CatalogAudit.Outcome) {
    let field = FeedField.language
    guard let language = record[field]?.string, !LanguageTag.isISO639(language) else { return }
    let corrected = LanguageTag.corrected(language)
    outcome.add(
      .invalidLanguage, record, field: field.name,
      "'\(language)' is not an ISO 639-1 code" + (corrected.map { "; it means '\($0)'" } ?? ""),
      fix: corrected.map { record.change([field.name: .string($0)], title: record.title) })
  }

  private func frequency(of record: Record, _ outcome: inout CatalogAudit.Outcome) {
    let field = FeedField.updateFrequency
    guard let value = record[field]?.number else { return }
    let isInSeconds = field.isInSeconds(in: layout)
    if value < 0 {
      outcome.add(.outOfRange, record, field: field.name, "\(ValueAudit.shown(value)) is less than 0")
    } else if !isInSeconds, value > Self.mostHours {
      outcome.add(
        .updateFrequencyUnit, record, field: field.name,
        "\(ValueAudit.shown(value)) hours are more than a year; is it in seconds?")
    } else if isInSeconds, value > 0, value < Self.leastSeconds {
      outcome.add(
        .updateFrequencyUnit, record, field: field.name,
        "\(ValueAudit.shown(value)) seconds are less than a minute; is it in hours?")
    }
  }
}
