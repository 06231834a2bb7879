package import Catalog
package import CloudKitRecords
import CloudKitSchema

/// Updates stored articles to match their feeds' drafts, for many feeds at once.
package actor ArticleWriter {
  package private(set) var summary = ArticleSummary()

  private let reader: CatalogReader
  private let planner: ArticlePlanner
  private let isDryRun: Bool
  private let keepsPlan: Bool
  private let otherNames: ArticlesUnderOtherNames
  /// Whether the container had articles before the run; `nil` before the first block.
  private var hadArticles: Bool?
  /// Users who may write feeds, and users who may not, as far as known.
  private var trustedUsers: Set<RecordName> = []
  private var untrustedUsers: Set<RecordName> = []
  /// The feeds of new articles by the hashes of their digests and `copyKeys`, to find copies within a run.
  private var created: [Int: RecordName] = [:]

  /// - Parameter keepsPlan: whether to keep the planned changes for a plan file.
  package init(
    _ reader: CatalogReader, settings: ArticleSettings, asOf: Timestamp, isDryRun: Bool = false, keepsPlan: Bool = false
  ) {
    self.reader = reader
    self.isDryRun = isDryRun
    self.keepsPlan = keepsPlan
    planner = ArticlePlanner(settings, asOf: asOf)
    otherNames = ArticlesUnderOtherNames(reader)
  }

  /// Writes the articles of some feeds. Calls must not overlap.
  /// - Parameter trusting: feeds whose records an earlier run wrote, so that their last writers may write articles.
  /// - Returns: the feeds whose articles are all stored.
  /// - Throws: if the store cannot answer. Articles written until then stay.
  package func write(
    _ feeds: [FeedArticles], trusting: [RecordName]
  ) async throws(RecordStoreError) -> Set<RecordName> {
    for feed in feeds { summary.add(feed) }
    let changed = feeds.filter { !$0.drafts.isEmpty }
    var complete = Set(feeds.map(\.feed))
    guard !changed.isEmpty else { return complete }
    let matches = try await matches(changed, trusting: trusting)
    var changes: [PlannedChange] = []
    var drafts: [RecordName: ArticleDraft] = [:]
    for match in matches {
      guard let change = change(of: match) else { continue }
      drafts[change.recordName] = match.draft
      changes.append(change)
    }
    if keepsPlan { summary.plan += changes }
    let untrusted = Set(matches.filter(\.isUntrusted).map(\.name))
    let outcome = try await apply(changes, drafts, untrusted: untrusted)
    summary.count(
      changes, outcome, renewals: Set(changes.filter(planner.isRenewal).map(\.recordName)), isDryRun: isDryRun)
    let failed = outcome.failures.compactMap { drafts[$0.recordName]?.feed }
    if outcome.failed > outcome.failures.count { complete = [] }
    complete.subtract(failed)
    return complete
  }

  /// Returns the change that a match needs; `nil` if the record already has the draft's fields.
  private func change(of match: ArticleMatch) -> PlannedChange? {
    guard let record = match.record else { return planner.creation(of: match.draft, named: match.name) }
    let planned = planner.change(
      of: record, to: match.draft, comparingTexts: match.comparesTexts, isUntrusted: match.isUntrusted)
    guard let change = planned else {
      summary.unchanged += 1
      return nil
    }
    let texts = [ArticleField.content.name, ArticleField.contentText.name]
    let operation = change.operation
    if match.comparesTexts, texts.contains(where: { operation.record[$0] != nil || operation.cleared.contains($0) }) {
      summary.corrected += 1
    }
    return change
  }

  private func apply(
    _ changes: [PlannedChange], _ drafts: [RecordName: ArticleDraft], untrusted: Set<RecordName>
  ) async throws(RecordStoreError) -> ChangeOutcome {
    var run = ChangeRun(to: reader.store, isDryRun: isDryRun)
    let planner = planner
    let store = reader.store
    // Another run may have written the articles since they were looked up.
    let replan: ChangeRun.Replan = { (conflicts) async throws(RecordStoreError) in
      let found = try await store.lookup(conflicts.map(\.recordName), desiredFields: nil)
      return conflicts.compactMap { conflict in
        guard let draft = drafts[conflict.recordName] else { return nil }
        guard let record = found[conflict.recordName] else {
          return planner.creation(of: draft, named: conflict.recordName)
        }
        return planner.change(
          of: record, to: draft, comparingTexts: true, isUntrusted: untrusted.contains(record.name))
      }
    }
    defer { summary.outcome.add(run.outcome, keepingFailures: ChangeRun.failuresKept) }
    try await run.apply(replan: replan, amend: planner.shortened) { (add) throws(RecordStoreError) in
      try await add(changes)
    }
    return run.outcome
  }

  // MARK: Stored articles

  /// Looks up the stored articles of drafts, first by the names that most have.
  private func matches(
    _ feeds: [FeedArticles], trusting: [RecordName]
  ) async throws(RecordStoreError) -> [ArticleMatch] {
    let drafts = feeds.flatMap(\.drafts)
    var lookups = ArticleLookups()
    // An empty container needs no look-ups. What another run creates meanwhile is found as a conflict.
    let hasArticles = try await hasArticles()
    if hasArticles {
      try await lookUp(drafts.map { $0.names[0] }, &lookups)
      let others = drafts.filter { !ArticleMatch.hasOwnRecord($0, lookups) }.flatMap { $0.mainNames + $0.narrowNames }
      try await lookUp(others, &lookups)
      let listed = Dictionary(feeds.map { ($0.feed, $0.listed) }, uniquingKeysWith: { $1 })
      lookups.otherNames = try await otherNames.records(of: newArticles(drafts, lookups), listed: listed)
      try await lookUpWhole(Set(lookups.otherNames.values), &lookups)
    }
    let copies = try await copies(among: newArticles(drafts, lookups), hasArticles: hasArticles)
    let stored = ArticleMatch.matches(drafts, lookups, reader.layout)
    try await reloadUntrusted(stored.compactMap(\.record), trusting, &lookups)
    return ArticleMatch.matches(drafts, lookups, reader.layout).filter { !copies.contains($0.position) }
  }

  private func newArticles(_ drafts: [ArticleDraft], _ lookups: ArticleLookups) -> [ArticleMatch] {
    ArticleMatch.matches(drafts, lookups, reader.layout).filter { $0.record == nil }
  }

  private func lookUp(_ names: [RecordName], _ lookups: inout ArticleLookups) async throws(RecordStoreError) {
    let missing = Set(names).filter { lookups.records[$0] == nil }.sorted()
    if missing.isEmpty { return }
    let fields = planner.desiredFields(comparingTexts: false)
    let found = try await reader.store.lookup(missing, desiredFields: fields)
    lookups.records.merge(found) { $1 }
  }

  private func lookUpWhole(_ names: Set<RecordName>, _ lookups: inout ArticleLookups) async throws(RecordStoreError) {
    if names.isEmpty { return }
    let fields = planner.desiredFields(comparingTexts: true)
    let found = try await reader.store.lookup(names.sorted(), desiredFields: fields)
    lookups.records.merge(found) { $1 }
    lookups.wholeRecords.formUnion(found.keys)
  }

  /// Returns whether the container had articles before the run.
  private func hasArticles() async throws(RecordStoreError) -> Bool {
    if let hadArticles { return hadArticles }
    let answer = try await otherNames.exist()
    hadArticles = answer
    return answer
  }

  /// Counts the new articles that another feed also has, and returns the positions of those to skip.
  private func copies(
    among new: [ArticleMatch], hasArticles: Bool
  ) async throws(RecordStoreError) -> Set<Int> {
    guard planner.settings.skipsCopies || hasArticles else { return [] }
    let stored = hasArticles ? try await otherNames.copies(of: new) : [:]
    var copies: Set<Int> = []
    for match in new {
      let (feed, hash) = (match.draft.feed, match.draft.fields[ArticleField.contentHash.name]?.string ?? "")
      let keys = match.draft.copyKeys.map { [hash, $0].hashValue }
      if stored[match.position] != nil || keys.contains(where: { (created[$0] ?? feed) != feed }) {
        copies.insert(match.position)
      } else {
        for key in keys { created[key] = created[key] ?? feed }
      }
    }
    summary.copies += copies.count
    return planner.settings.skipsCopies ? copies : []
  }

  /// Marks the records of untrusted users, and reads them again with their texts: their digests may be right and the
  /// texts wrong.
  private func reloadUntrusted(
    _ records: [Record], _ trusting: [RecordName], _ lookups: inout ArticleLookups
  ) async throws(RecordStoreError) {
    func authors(_ record: Record) -> [RecordName] { [record.created?.by, record.modified?.by].compactMap(\.self) }
    let unknown = Set(records.flatMap(authors)).subtracting(trustedUsers).subtracting(untrustedUsers)
    if !unknown.isEmpty, !trusting.isEmpty {
      let feeds = try await reader.store.lookup(trusting, desiredFields: [])
      trustedUsers.formUnion(feeds.values.compactMap { $0.modified?.by })
      untrustedUsers.formUnion(unknown.subtracting(trustedUsers))
    }
    let doubted = Set(records.filter { !authors($0).allSatisfy(trustedUsers.contains) }.map(\.name))
    lookups.untrustedRecords.formUnion(doubted)
    try await lookUpWhole(doubted.subtracting(lookups.wholeRecords), &lookups)
  }
}
