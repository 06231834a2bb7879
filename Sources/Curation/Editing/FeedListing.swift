package import Catalog
package import CloudKitRecords

/// The filters and order of a feed list: the app's discovery queries, which only use declared indexes.
package struct FeedListing: Hashable, Sendable {
  package enum Order: String, CaseIterable, Sendable {
    case title, subscribers, score, added, verified, frequency

    /// Returns the sort field in a layout, or `nil` if the layout lacks it.
    func field(of layout: CatalogLayout) -> String? {
      let field =
        switch self {
        case .title: FeedField.title
        case .subscribers: FeedField.subscriberCount
        case .score: FeedField.qualityScore
        case .added: FeedField.addedAt
        case .verified: FeedField.lastVerified
        case .frequency: FeedField.updateFrequency
        }
      return field.name(in: layout)
    }

    /// Whether the default order is ascending, as for titles and intervals. All other orders start with the largest or
    /// newest value.
    var isAscending: Bool { self == .title || self == .frequency }
  }

  /// The category to match: its slug, record name, or name.
  package var category: String?
  /// Whether to match only feeds without a category. No index finds them, so all feeds are read.
  package var isUncategorized = false
  /// The language to match: a code such as `en` with its regions, or a tag such as `en-US`.
  package var language: String?
  package var tag: String?
  /// The words that titles must contain.
  package var search: String?
  package var isFeatured, isVerified, isActive: Bool?
  /// The host to match, with its subdomains.
  package var host: String?
  /// The earliest date on which feeds were added.
  package var addedSince: Timestamp?
  /// The score that feeds are below; a feed without a score does not match.
  package var scoreBelow: Int?
  /// The names of the feeds to match, or `nil` for all. The other conditions apply, too.
  package var names: Set<RecordName>?
  /// The sort order, or `nil` for the store's own order.
  package var order: Order?

  package init() {}

  /// The language as seed files have it.
  private var languageTag: String? { language.map { LanguageTag.corrected($0) ?? $0 } }

  /// - Throws: an error for an unknown category.
  func filters(_ taxonomy: @autoclosure () async throws -> Taxonomy, in layout: CatalogLayout) async throws -> [Filter]
  {
    var filters: [Filter] = []
    if let category { filters.append(try await taxonomy().named(category).filter(in: layout)) }
    if let language = languageTag {
      filters.append(
        Filter(FeedField.language.name, language.contains("-") ? .equals : .beginsWith, .string(language)))
    }
    // CelestraKit has no index on tags.
    if let tag, layout == .publicCatalog { filters.append(Filter(FeedField.tags.name, .listContains, .string(tag))) }
    if let search { filters.append(Filter(FeedField.title.name, .containsAllTokens, .string(search))) }
    let flags = [
      (FeedField.isFeatured, isFeatured), (FeedField.isVerified, isVerified), (FeedField.isActive, isActive),
    ]
    // A query for active feeds would miss those without the flag.
    for case (let field, let value?) in flags where value != (field === FeedField.isActive) {
      filters.append(Filter(field.name, .equals, .flag(value)))
    }
    return filters
  }

  /// The fields that `includes` reads.
  static let testedFields = [
    FeedField.feedURL, FeedField.category, FeedField.language, FeedField.tags, FeedField.isFeatured,
    FeedField.isVerified, FeedField.isActive, FeedField.addedAt, FeedField.qualityScore,
  ]

  /// Whether a feed that the filters find matches the conditions that no query can express, such as that a
  /// value is missing.
  func includes(_ feed: Record, in layout: CatalogLayout) -> Bool {
    let flags = [(FeedField.isFeatured, isFeatured), (FeedField.isVerified, isVerified)]
    guard flags.allSatisfy({ field, value in value != false || feed[field]?.number != 1 }) else { return false }
    if let tag, layout == .celestraKit, feed[FeedField.tags]?.list?.contains(.string(tag)) != true { return false }
    if isActive == true, !feed.isActiveFeed(in: layout) { return false }
    if isUncategorized, feed[FeedField.category] != nil { return false }
    if let language = languageTag {
      // `fil` begins with `fi`.
      let stored = feed[FeedField.language]?.string ?? ""
      let own = LanguageTag.corrected(stored) ?? stored
      if own != language, !own.hasPrefix(language + "-") { return false }
    }
    if let host {
      let own = FeedURL.host(of: feed[FeedField.feedURL]?.string ?? "") ?? ""
      let wanted = host.lowercased()
      if own != wanted, !own.hasSuffix("." + wanted) { return false }
    }
    if let addedSince {
      guard let added = feed[FeedField.addedAt]?.timestamp ?? feed.created?.at, added >= addedSince else {
        return false
      }
    }
    if let scoreBelow {
      guard let score = feed[FeedField.qualityScore]?.number, score < Double(scoreBelow) else { return false }
    }
    return names?.contains(feed.name) ?? true
  }

  /// Whether most feeds that the filters find may not match.
  private func readsMore(in layout: CatalogLayout) -> Bool {
    isUncategorized || host != nil || addedSince != nil || scoreBelow != nil || names != nil
      || tag != nil && layout == .celestraKit
  }

  /// - Throws: `NothingNamed` for an unknown category or unsupported order, or the store's error.
  package func feeds(_ reader: CatalogReader, limit: Int = .max) async throws -> [Record] {
    let filters = try await filters(try await Taxonomy(reader), in: reader.layout)
    var query = Query(reader.layout.feedType, filters: filters)
    if let order {
      guard let field = order.field(of: reader.layout) else {
        let known = Order.allCases.filter { $0.field(of: reader.layout) != nil }.map(\.rawValue)
        throw NothingNamed(kind: "order", name: order.rawValue, known: known)
      }
      query.sorts = [Sort(field, ascending: order.isAscending)]
    }
    if !readsMore(in: reader.layout) { query.limit = min(limit, RecordLimits.recordsPerPage) }
    return try await reader.store.records(of: query, atMost: limit) { includes($0, in: reader.layout) }
  }
}
