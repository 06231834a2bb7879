package import Catalog
package import CloudKitRecords

/// Which feeds a list has, and in which order: the app's discovery queries, served by declared indexes alone.
package struct FeedListing: Hashable, Sendable {
  /// What feeds are sorted by.
  package enum Order: String, CaseIterable, Sendable {
    case title, subscribers, score, added, verified, frequency

    /// The field of a layout; `nil` where it has none.
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

    /// Whether the smallest comes first unless a person says otherwise: titles and waiting times; the most and newest else.
    var isAscending: Bool { self == .title || self == .frequency }
  }

  /// Only those of a category: its slug, record name or name.
  package var category: String?
  /// Only those in a language.
  package var language: String?
  /// Only those with a tag.
  package var tag: String?
  /// Only those with all these words in their titles.
  package var search: String?
  /// Only those whose flags are so.
  package var isFeatured, isVerified, isActive: Bool?
  /// What they are sorted by; `nil` for the store's own order.
  package var order: Order?
  /// The other way round.
  package var isReversed = false

  /// All feeds.
  package init() {}

  /// The query for them.
  /// - Throws: `NothingNamed` for a category or an order that is not there; what the store throws.
  package func query(_ reader: CatalogReader) async throws -> Query {
    var filters: [Filter] = []
    if let category { filters.append(try await Taxonomy(reader).named(category).filter(in: reader.layout)) }
    if let language { filters.append(Filter(FeedField.language.name, .equals, .string(language))) }
    if let tag { filters.append(Filter(FeedField.tags.name, .listContains, .string(tag))) }
    if let search {
      filters.append(Filter(FeedField.title.name, .containsAllTokens, .string(search)))
    }
    let flags = [
      (FeedField.isFeatured, isFeatured), (FeedField.isVerified, isVerified), (FeedField.isActive, isActive),
    ]
    for case (let field, let value?) in flags { filters.append(Filter(field.name, .equals, .flag(value))) }
    var sorts: [Sort] = []
    if let order {
      guard let field = order.field(of: reader.layout) else {
        let known = Order.allCases.filter { $0.field(of: reader.layout) != nil }.map(\.rawValue)
        throw NothingNamed(kind: "order", name: order.rawValue, known: known)
      }
      sorts.append(Sort(field, ascending: order.isAscending != isReversed))
    }
    return Query(reader.layout.feedType, filters: filters, sorts: sorts)
  }

  /// The feeds, as many as asked for.
  package func feeds(_ reader: CatalogReader, limit: Int?) async throws -> [Record] {
    var query = try await query(reader)
    if let limit { query.limit = min(max(1, limit), RecordLimits.recordsPerPage) }
    var feeds: [Record] = []
    var cursor: Cursor?
    repeat {
      let page = try await reader.store.query(query, after: cursor)
      feeds += page.records
      cursor = page.next
    } while cursor != nil && limit.map { feeds.count < $0 } ?? true
    return limit.map { Array(feeds.prefix($0)) } ?? feeds
  }
}
