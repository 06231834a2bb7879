import Catalog
import CloudKitRecords

/// Looks at feeds: their identity, their category, and what they hold.
struct FeedAudit {
  /// Hours beyond which an update frequency is no number of hours: a year's.
  private static let mostHours = 8784.0
  /// Seconds below which an update frequency is no number of seconds: nobody publishes every minute on average.
  private static let leastSeconds = 60.0

  /// The feeds there are.
  private(set) var names: Set<RecordName> = []
  private let layout: CatalogLayout
  /// The categories there are; `nil` where they are no records.
  private let categories: Set<RecordName>?
  private var identities: [FeedURL.Key: RecordName] = [:]

  init(_ layout: CatalogLayout, categories: Set<RecordName>?) {
    self.layout = layout
    self.categories = categories
  }

  /// Looks at one.
  mutating func look(at record: Record, _ outcome: inout CatalogAudit.Outcome) {
    names.insert(record.name)
    do {
      switch layout {
      case .publicCatalog: _ = try PublicFeed(record: record)
      case .celestraKit: _ = try Feed(record: record)
      }
    } catch {
      outcome.add(.unreadableRecord, record, "\(error)")
    }
    let key = identity(of: record, &outcome)
    title(of: record, key, &outcome)
    language(of: record, &outcome)
    if let categories, let category = record.fields[PublicFeed.Field.category.rawValue]?.reference?.recordName,
      !categories.contains(category)
    {
      outcome.add(
        .danglingCategory, record, field: PublicFeed.Field.category.rawValue, "there is no category '\(category)'")
    }
    for field in [PublicFeed.Field.isFeatured, .isVerified, .isActive].map(\.rawValue) {
      ValueAudit.flag(field, of: record, &outcome)
    }
    ValueAudit.range(PublicFeed.Field.qualityScore.rawValue, 0...100, of: record, &outcome)
    ValueAudit.range(PublicFeed.Field.subscriberCount.rawValue, 0...1e10, of: record, &outcome)
    frequency(of: record, &outcome)
    if layout == .celestraKit { ValueAudit.measurements(of: record, &outcome) }
  }

  private mutating func identity(of record: Record, _ outcome: inout CatalogAudit.Outcome) -> FeedURL.Key? {
    let field = PublicFeed.Field.feedURL.rawValue
    guard let text = record.fields[field]?.string else { return nil }
    let url: FeedURL
    do {
      url = try FeedURL(text)
    } catch {
      outcome.add(.invalidFeedURL, record, field: field, "\(error)")
      return nil
    }
    if url.canonical != text {
      outcome.add(
        .feedURLNotCanonical, record, field: field, "'\(FeedURL.redacted(text))' is written '\(url)'",
        fix: record.change([field: .string(url.canonical)], title: url.redacted))
    }
    if let other = identities[url.key] {
      outcome.add(.duplicateFeed, record, field: field, "'\(url)' is the same feed as the record '\(other)'")
    } else {
      identities[url.key] = record.name
    }
    return url.key
  }

  private func title(of record: Record, _ key: FeedURL.Key?, _ outcome: inout CatalogAudit.Outcome) {
    let field = PublicFeed.Field.title.rawValue
    guard let title = record.fields[field]?.string else { return }
    let isAddress = title.hasPrefix("http://") || title.hasPrefix("https://") || title.hasPrefix("feed:")
    let isOwn = key.map { $0.rawValue == title || $0.description == title } ?? false
    if isAddress || isOwn {
      outcome.add(.titleIsURL, record, field: field, "the title '\(FeedURL.redacted(title))' is an address")
    }
  }

  private func language(of record: Record, _ outcome: inout CatalogAudit.Outcome) {
    let field = PublicFeed.Field.language.rawValue
    guard let language = record.fields[field]?.string, !LanguageTag.isISO639(language) else { return }
    let mended = LanguageTag.mended(language)
    outcome.add(
      .invalidLanguage, record, field: field,
      "'\(language)' is no ISO 639-1 code" + (mended.map { "; it means '\($0)'" } ?? ""),
      fix: mended.map { record.change([field: .string($0)], title: ValueAudit.title(of: record)) })
  }

  private func frequency(of record: Record, _ outcome: inout CatalogAudit.Outcome) {
    let field = PublicFeed.Field.updateFrequency.rawValue
    guard let value = record.fields[field]?.number else { return }
    if value < 0 {
      outcome.add(.outOfRange, record, field: field, "\(ValueAudit.shown(value)) is less than 0")
    } else if layout == .publicCatalog, value > Self.mostHours {
      outcome.add(
        .updateFrequencyUnit, record, field: field,
        "\(ValueAudit.shown(value)) hours are more than a year; is it in seconds?")
    } else if layout == .celestraKit, value > 0, value < Self.leastSeconds {
      outcome.add(
        .updateFrequencyUnit, record, field: field,
        "\(ValueAudit.shown(value)) seconds are less than a minute; is it in hours?")
    }
  }
}
