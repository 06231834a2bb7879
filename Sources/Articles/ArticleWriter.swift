package import Catalog
package import CloudKitRecords
import CloudKitSchema

/// Writer that brings stored articles to the drafts of their feeds, for many feeds at once. It plans the articles of one
/// call of `write` while the store writes those of another.
package actor ArticleWriter {
  /// Results so far.
  package private(set) var summary = ArticleSummary()

  private let reader: CatalogReader
  private let planner: ArticlePlanner
  private let isDryRun: Bool
  private let keepsPlan: Bool
  private let others: OtherArticles
  /// Whether the container had articles before the run; `nil` before the first block.
  private var existence: Task<Result<Bool, RecordStoreError>, Never>?
  /// Users who may write feeds, and users who may not, as far as known.
  private var trusted: Set<RecordName> = []
  private var strangers: Set<RecordName> = []
  /// Whether a call writes its changes, and the calls that wait for their turn: more requests at once need more memory.
  private var isWriting = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The digests of new articles and their feeds, to find copies within a run.
  private var created: [String: RecordName] = [:]

  /// Creates a writer for a catalog.
  /// - Parameters:
  ///   - isDryRun: whether to plan only.
  ///   - keepsPlan: whether to keep the planned changes for a plan file.
  package init(
    _ reader: CatalogReader, settings: ArticleSettings, asOf: Timestamp, isDryRun: Bool = false, keepsPlan: Bool = false
  ) {
    self.reader = reader
    self.isDryRun = isDryRun
    self.keepsPlan = keepsPlan
    planner = ArticlePlanner(settings, asOf: asOf)
    others = OtherArticles(reader)
  }

  /// Writes the articles of some feeds. Calls that overlap must have different feeds.
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
    let match = try await match(changed, trusting: trusting)
    var changes: [PlannedChange] = []
    var drafts: [RecordName: ArticleDraft] = [:]
    for pair in match.pairs {
      guard let change = change(of: pair) else { continue }
      drafts[change.recordName] = pair.draft
      changes.append(change)
    }
    if keepsPlan { summary.plan += changes }
    let outcome = try await apply(changes, drafts)
    summary.count(
      changes, outcome, renewals: Set(changes.filter(planner.isRenewal).map(\.recordName)), isDryRun: isDryRun)
    let failed = outcome.failures.compactMap { drafts[$0.recordName]?.feed }
    if outcome.failed > outcome.failures.count { complete = [] }
    complete.subtract(failed)
    return complete
  }

  /// Returns the change that a pair needs; `nil` if the record already matches.
  private func change(of pair: ArticleMatch.Pair) -> PlannedChange? {
    guard let record = pair.record else { return planner.creation(of: pair.draft, named: pair.name) }
    guard let change = planner.change(of: record, to: pair.draft, comparingTexts: pair.isUntrusted) else {
      summary.unchanged += 1
      return nil
    }
    let texts = [ArticleField.content.name, ArticleField.contentText.name]
    let operation = change.operation
    if pair.isUntrusted, texts.contains(where: { operation.record[$0] != nil || operation.cleared.contains($0) }) {
      summary.corrected += 1
    }
    return change
  }

  private func apply(
    _ changes: [PlannedChange], _ drafts: [RecordName: ArticleDraft]
  ) async throws(RecordStoreError) -> ChangeOutcome {
    await beginWriting()
    defer { endWriting() }
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
        return planner.change(of: record, to: draft, comparingTexts: true)
      }
    }
    defer { summary.outcome.add(run.outcome, keepingFailures: ChangeRun.failuresKept) }
    try await run.apply(replan: replan, shorten: planner.shortened) { (add) throws(RecordStoreError) in
      try await add(changes)
    }
    return run.outcome
  }

  private func beginWriting() async {
    if isWriting {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isWriting = true
    }
  }

  private func endWriting() {
    if waiting.isEmpty {
      isWriting = false
    } else {
      waiting.removeFirst().resume()
    }
  }

  // MARK: Stored articles

  private func match(
    _ feeds: [FeedArticles], trusting: [RecordName]
  ) async throws(RecordStoreError) -> ArticleMatch {
    let drafts = feeds.flatMap(\.drafts)
    var match = ArticleMatch(reader.layout)
    let hasArticles = try await hadArticles()
    if hasArticles {
      let desired = planner.desiredFields(comparingTexts: false)
      let firstNames = drafts.map { $0.names[0] }
      var records = try await reader.store.lookup(firstNames, desiredFields: desired)
      match.match(drafts, records)
      let names = Set(match.doubtful.flatMap { $0.mainNames + $0.narrowNames }).subtracting(firstNames)
      if !names.isEmpty {
        let more = try await reader.store.lookup(names.sorted(), desiredFields: desired)
        records.merge(more) { first, _ in first }
      }
      match.settle(records)
    } else {
      // An empty container needs no look-ups. What another run creates meanwhile is found as a conflict.
      match.create(drafts)
    }
    try await adoptOthers(&match, feeds, hasArticles: hasArticles)
    try await distrust(&match, trusting)
    return match
  }

  /// Returns whether the container had articles before the run. The first block looks, and others wait for its answer.
  private func hadArticles() async throws(RecordStoreError) -> Bool {
    let task =
      existence
      ?? Task { [others] in
        do throws(RecordStoreError) { return .success(try await others.exist()) } catch { return .failure(error) }
      }
    existence = task
    return try await task.value.get()
  }

  /// Pairs new articles with records that have other names: those that the app uploaded, and those whose identifier
  /// changed. Skips copies in other feeds.
  private func adoptOthers(
    _ match: inout ArticleMatch, _ feeds: [FeedArticles], hasArticles: Bool
  ) async throws(RecordStoreError) {
    if hasArticles {
      let listed = Dictionary(feeds.map { ($0.feed, $0.listed) }, uniquingKeysWith: { $1 })
      let found = try await others.records(of: match.newDrafts, listed: listed)
      let fields = planner.desiredFields(comparingTexts: true)
      let whole = found.isEmpty ? [:] : try await reader.store.lookup(Array(Set(found.values)), desiredFields: fields)
      for (index, name) in found.sorted(by: { $0.key < $1.key }) {
        if let record = whole[name] { match.adopt(record, at: index) }
      }
    }
    guard planner.settings.skipsCopies || hasArticles else { return }
    let copies = hasArticles ? try await others.copies(of: match.newDrafts) : [:]
    var skipped: Set<Int> = []
    for (index, draft) in match.newDrafts {
      let hash = draft.fields[ArticleField.contentHash.name]?.string ?? ""
      let original = copies[index] ?? created[hash].flatMap { $0 == draft.feed ? nil : $0 }
      if original != nil {
        summary.copies += 1
        if planner.settings.skipsCopies { skipped.insert(index) }
      } else {
        created[hash] = created[hash] ?? draft.feed
      }
    }
    match.drop(skipped)
  }

  /// Reads the records of strangers again with their texts. A stranger's digest may be right and the text wrong.
  private func distrust(
    _ match: inout ArticleMatch, _ trusting: [RecordName]
  ) async throws(RecordStoreError) {
    func authors(_ record: Record) -> [RecordName] { [record.created?.by, record.modified?.by].compactMap(\.self) }
    let unknown = Set(match.pairs.flatMap { $0.record.map(authors) ?? [] }).subtracting(trusted).subtracting(strangers)
    if !unknown.isEmpty, !trusting.isEmpty {
      let feeds = try await reader.store.lookup(trusting, desiredFields: [])
      trusted.formUnion(feeds.values.compactMap { $0.modified?.by })
      strangers.formUnion(unknown.subtracting(trusted))
    }
    let doubted = match.pairs.indices.filter { index in
      guard !match.pairs[index].isUntrusted, let record = match.pairs[index].record else { return false }
      return authors(record).contains { !trusted.contains($0) }
    }
    guard !doubted.isEmpty else { return }
    let names = doubted.map { match.pairs[$0].name }
    let whole = try await reader.store.lookup(names, desiredFields: planner.desiredFields(comparingTexts: true))
    for (index, name) in zip(doubted, names) {
      if let record = whole[name] { match.update(at: index, to: record) }
    }
  }
}
