import Catalog
import CloudKitRecords
import CloudKitSchema

/// Finds stored articles under other names than the computed ones.
struct ArticlesUnderOtherNames: Sendable {
  private let reader: CatalogReader

  init(_ reader: CatalogReader) { self.reader = reader }

  func exist() async throws(RecordStoreError) -> Bool {
    let query = Query(reader.layout.articleType, desiredFields: [], limit: 1)
    return try await !reader.store.query(query, after: nil).records.isEmpty
  }

  /// Returns the names of the records that new articles already have: with the same identifier in the same feed; or, if
  /// the record's identifier is gone from the document, with the same address and title or date, or with the same text,
  /// title, and date, as after a site has moved.
  /// - Parameter listed: the identifiers in the documents of feeds.
  func records(
    of drafts: [ArticleMatch], listed: [RecordName: Set<String>]
  ) async throws(RecordStoreError) -> [Int: RecordName] {
    var found: [Int: RecordName] = [:]
    // Other programs may have stored the identifier with or without white space around it.
    let identifiers = { (draft: ArticleDraft) in Set([draft.key.guid, draft.key.bareGuid]) }
    for (index, record) in try await matches(of: drafts, by: ArticleField.guid, identifiers) {
      let draft = drafts[index].draft
      // Entries that share an identifier differ in their addresses.
      if draft.isRepeated, ArticleSpelling(record).url != draft.fields[ArticleField.url.name]?.string { continue }
      found[drafts[index].position] = found[drafts[index].position] ?? record.name
    }
    guard reader.layout == .publicCatalog else { return found }
    for field in [ArticleField.url, ArticleField.contentHash] {
      let rest = drafts.filter { found[$0.position] == nil }
      let values = Dictionary(
        rest.map { ("\($0.draft.feed) \($0.draft.fields[field.name]?.string ?? "")", 1) }, uniquingKeysWith: +)
      let matches = try await matches(of: rest, by: field, Self.value(of: field))
      let counts = Dictionary(matches.map { ($0.0, 1) }, uniquingKeysWith: +)
      for (index, record) in matches where counts[index] == 1 {
        let draft = rest[index].draft
        let spelling = ArticleSpelling(record)
        let hasTitle = spelling.title == draft.fields[ArticleField.title.name]?.string
        let hasDate = draft.published != nil && draft.published == record[ArticleField.publishedDate]?.timestamp
        let isSame = field === ArticleField.url ? hasTitle || hasDate : hasTitle && hasDate
        // Some feeds link all entries to one page, also those that list one entry at a time, such as hourly news.
        guard values["\(draft.feed) \(draft.fields[field.name]?.string ?? "")"] == 1, isSame,
          let guid = spelling.guid, listed[draft.feed]?.contains(guid) == false
        else { continue }
        found[rest[index].position] = found[rest[index].position] ?? record.name
      }
    }
    return found
  }

  /// Returns the feeds that already have new articles: with the same text, and the same title or address.
  func copies(of drafts: [ArticleMatch]) async throws(RecordStoreError) -> [Int: RecordName] {
    var copies: [Int: RecordName] = [:]
    let digests = Self.value(of: ArticleField.contentHash)
    for (index, record) in try await matches(of: drafts, by: ArticleField.contentHash, digests, inSameFeed: false)
    where ArticleSpelling(record).copyKeys.contains(where: drafts[index].draft.copyKeys.contains) {
      copies[drafts[index].position] = record.articleFeed(in: reader.layout)
    }
    return copies
  }

  private static func value(of field: CatalogField) -> (ArticleDraft) -> Set<String> {
    { draft in draft.fields[field.name]?.string.map { [$0] } ?? [] }
  }

  /// Returns the records that have one of a draft's values in a field, with the draft's position, in the same feed or
  /// in others.
  private func matches(
    of drafts: [ArticleMatch], by field: CatalogField, _ valuesOf: (ArticleDraft) -> Set<String>,
    inSameFeed isSame: Bool = true
  ) async throws(RecordStoreError) -> [(Int, Record)] {
    let layout = reader.layout
    var places: [String: [Int]] = [:]
    for (place, draft) in drafts.enumerated() {
      for value in valuesOf(draft.draft) { places[value, default: []].append(place) }
    }
    let values = places.keys.sorted()
    let fields = [
      ArticleField.feedReference, ArticleField.guid, ArticleField.url, ArticleField.contentHash, ArticleField.title,
      ArticleField.publishedDate,
    ]
    var matches: [(Int, Record)] = []
    for some in values.filterPages {
      var filters: [[Filter]] = [[]]
      if isSame {
        // Simple identifiers, such as numbers, occur in many feeds.
        let feeds = Set(some.flatMap { places[$0] ?? [] }.map { drafts[$0].draft.feed }).sorted()
        let references = feeds.map { ArticleField.feedReference.reference(to: $0, in: layout) }
        filters = references.filterPages.map { [Filter(layout.articleFeedField, .in, .list($0))] }
      }
      for filters in filters {
        try await reader.forEachPage(
          of: .articles, where: field, in: some.map { .string($0) }, and: filters, fields: fields
        ) { page in
          for record in page {
            for place in places[record[field.name]?.string ?? ""] ?? []
            where (record.articleFeed(in: layout) == drafts[place].draft.feed) == isSame {
              matches.append((place, record))
            }
          }
        }
      }
    }
    return matches.sorted { ($0.0, $0.1.name) < ($1.0, $1.1.name) }
  }
}
