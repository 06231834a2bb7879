import Articles
package import Catalog
package import CloudKitRecords

/// A plan to merge a feed into another: what belongs to it goes over, then it is removed.
///
/// The plan of a merge that was stopped halfway holds what is left: no record goes over twice.
package struct FeedMerge: Sendable {
  /// The changes of subscriptions: those that go over, and the deletions of those that the kept feed has already. They
  /// are written first, because only their users may be allowed to change them.
  package private(set) var subscriptionChanges: [PlannedChange] = []
  /// Articles, collections, and ratings that go over. They are written before anything else is removed.
  package private(set) var moves: [PlannedChange] = []
  /// The deletions of the other feed, its metadata, and what the kept feed has already.
  package private(set) var removals: [PlannedChange] = []
  /// The numbers of records that go over.
  package private(set) var subscriptions = 0, articles = 0, collections = 0
  /// The numbers of subscriptions and articles that the kept feed has already.
  package private(set) var repeatedSubscriptions = 0, repeatedArticles = 0

  package var changes: [PlannedChange] { subscriptionChanges + moves + removals }

  private let reader: CatalogReader
  private let kept: Record
  private let other: Record

  /// Writes nothing.
  /// - Parameter asOf: The modification timestamp for collections.
  package init(
    of other: Record, into kept: Record, in reader: CatalogReader, asOf: Timestamp
  ) async throws(RecordStoreError) {
    self.reader = reader
    self.kept = kept
    self.other = other
    try await moveSubscriptions()
    try await moveArticles()
    if reader.layout.hasTaxonomy {
      try await moveCollections(asOf)
      try await moveMetadata()
    }
    var deletion = other.deletion(title: other.title)
    deletion.emptied = [CatalogTable.subscriptions.recordType, reader.layout.articleType]
    removals.append(deletion)
  }

  private mutating func moveSubscriptions() async throws(RecordStoreError) {
    guard reader.declares(CatalogTable.subscriptions.recordType) else { return }
    let field = SubscriptionField.feedRecordName
    var records: [Record] = []
    for feed in [kept, other] {
      try await reader.forEachPage(
        of: .subscriptions, where: field, in: [.string(feed.name.rawValue)], fields: [field]
      ) { records += $0 }
    }
    let known = Set(records.filter { $0[field]?.string == kept.name.rawValue }.compactMap { $0.created?.by })
    for record in records where record[field]?.string == other.name.rawValue {
      if let user = record.created?.by, known.contains(user) {
        repeatedSubscriptions += 1
        subscriptionChanges.append(record.deletion(title: "subscription to \(other.title)"))
      } else {
        subscriptions += 1
        subscriptionChanges.append(
          record.change([field.name: .string(kept.name.rawValue)], title: "subscription to \(other.title)"))
      }
    }
  }

  private mutating func moveArticles() async throws(RecordStoreError) {
    guard reader.declares(reader.layout.articleType) else { return }
    let (layout, field) = (reader.layout, ArticleField.feedReference)
    guard let stored = field.name(in: layout) else { return }
    func read(_ feed: Record) async throws(RecordStoreError) -> [Record] {
      var records: [Record] = []
      try await reader.forEachPage(
        of: .articles, where: field, in: [field.reference(to: feed.name, in: layout)],
        fields: [ArticleField.guid, ArticleField.url, ArticleField.title]
      ) { records += $0 }
      return records
    }
    func addresses(_ records: [Record]) -> [String: Set<String>] {
      records.map { ArticleSpelling($0) }.reduce(into: [:]) { found, article in
        if let guid = article.guid { found[guid, default: []].insert(article.url) }
      }
    }
    /// The articles that are the only one at their addresses. Entries without links have that of their site.
    func pages(_ records: [Record]) -> [String: ArticleSpelling] {
      let articles = records.map { ArticleSpelling($0) }.filter { WebLink.isPage($0.url) }
      return Dictionary(grouping: articles, by: \.url).compactMapValues { $0.count == 1 ? $0.first : nil }
    }
    let (owned, others) = (try await read(kept), try await read(other))
    let (own, added) = (addresses(owned), addresses(others))
    let (ownPages, otherPages) = (pages(owned), pages(others))
    var (moves, removals): ([PlannedChange], [PlannedChange]) = ([], [])
    for record in others {
      let article = ArticleSpelling(record)
      let known = article.guid.flatMap { own[$0] }
      // Where one feed repeats an identifier, its articles differ in their addresses.
      let isRepeated = known?.count ?? 0 > 1 || article.guid.flatMap { added[$0]?.count } ?? 0 > 1
      // The RSS and the Atom feed of a site have other identifiers for the same page.
      let isSamePage = otherPages[article.url] != nil && ownPages[article.url]?.title == article.title
      if let known, !isRepeated || known.contains(article.url) {
        removals.append(record.deletion(title: record.title))
      } else if known == nil, isSamePage {
        removals.append(record.deletion(title: record.title))
      } else {
        moves.append(record.change([stored: field.reference(to: kept.name, in: layout)], title: record.title))
      }
    }
    (articles, repeatedArticles) = (moves.count, removals.count)
    self.moves += moves
    self.removals += removals
  }

  private mutating func moveCollections(_ asOf: Timestamp) async throws(RecordStoreError) {
    var changes: [PlannedChange] = []
    let (kept, other) = (FieldValue.reference(Reference(kept.name)), other.name)
    try await reader.forEachPage(of: .collections, fields: [CollectionField.title, CollectionField.feeds]) { page in
      for collection in page {
        let members = collection[CollectionField.feeds]?.list ?? []
        guard members.contains(where: { $0.reference?.recordName == other }) else { continue }
        let isMember = members.contains { $0.reference?.recordName == kept.reference?.recordName }
        let changed = members.compactMap { $0.reference?.recordName == other ? (isMember ? nil : kept) : $0 }
        let fields: RecordFields = [
          CollectionField.feeds.name: .list(changed), CollectionField.updatedAt.name: .timestamp(asOf),
        ]
        changes.append(collection.change(fields, title: collection.title))
      }
    }
    collections = changes.count
    moves += changes
  }

  /// Adds the ratings of the other feed's metadata to those of the kept one, and plans the removal of the former.
  ///
  /// Both change in one request, so that a merge that is stopped does not add them twice. The next publication of
  /// `subscribers` replaces them in any case.
  private mutating func moveMetadata() async throws(RecordStoreError) {
    let field = MetadataField.feedReference
    let (count, mean) = (MetadataField.ratingCount, MetadataField.averageRating)
    var found: [RecordName: Record] = [:]
    let values = [kept, other].map { FieldValue.reference(Reference($0.name)) }
    try await reader.forEachPage(of: .metadata, where: field, in: values, fields: [field, count, mean]) { page in
      for record in page {
        if let feed = record[field]?.reference?.recordName { found[feed] = record }
      }
    }
    guard let from = found[other.name] else { return }
    removals.append(from.deletion(title: other.title))
    guard let to = found[kept.name], let more = from[count]?.int64, more > 0 else { return }
    let own = to[count]?.int64 ?? 0
    let ownSum = (to[mean]?.number ?? 0) * Double(own)
    let sum: Double = ownSum + (from[mean]?.number ?? 0) * Double(more)
    moves.append(from.change([:], clearing: [count.name, mean.name], title: other.title))
    moves.append(
      to.change(
        [count.name: .int64(own + more), mean.name: .double(sum / Double(own + more))], title: kept.title))
  }
}
