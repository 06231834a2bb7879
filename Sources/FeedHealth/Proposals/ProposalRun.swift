package import Catalog
package import CloudKitRecords

/// Run that finds changes suggested by probe results and applies them only on request.
package struct ProposalRun: Sendable {
  /// The proposals, in the order in which the feeds were first probed.
  package private(set) var proposals: [FeedProposal] = []
  package private(set) var problems: [CatalogProblem] = []
  package private(set) var changes = ChangeOutcome()

  private let reader: CatalogReader
  private let history: any ProbeHistory
  private let rules: ProposalRules
  private let kinds: Set<FeedProposal.Kind>
  private var holders: [FeedURL.Key: RecordName] = [:]

  package init(_ reader: CatalogReader, history: any ProbeHistory, kinds: Set<FeedProposal.Kind>) {
    self.reader = reader
    self.history = history
    self.kinds = kinds
    rules = ProposalRules(layout: reader.layout)
  }

  /// Finds the proposals.
  /// - Parameter feeds: the feeds to look at; `nil` for all.
  /// - Throws: if the store or the history fails.
  package mutating func find(_ feeds: Set<RecordName>? = nil) async throws {
    let known = try await history.feeds().filter { feeds?.contains($0) ?? true }
    for names in known.recordPages {
      if Task.isCancelled { throw RecordStoreError.stopped }
      let page = try await reader.page(named: names)
      problems += page.problems
      try await find(in: page.entries.filter(\.isActive))
    }
  }

  private mutating func find(in entries: [FeedEntry]) async throws {
    let names = entries.map(\.recordName)
    let records = try await history.records(of: names)
    for entry in entries {
      guard let record = records[entry.recordName] else { continue }
      if let proposal = rules.replaced(entry, record) {
        add(proposal)
      } else if let target = rules.move(entry, record) {
        add(try await proposal(to: target, entry, record))
      } else if let proposal = rules.gone(entry, record) {
        add(proposal)
      }
    }
    guard kinds.contains(.fillMissing) else { return }
    let trusted = entries.filter { entry in records[entry.recordName].map { rules.isSameFeed(entry, $0) } ?? false }
    let said = try await history.descriptions(of: trusted.map(\.recordName))
    let stored = try await reader.store.lookup(said.keys.sorted(), desiredFields: rules.fillable)
    for entry in entries {
      guard let record = stored[entry.recordName], let said = said[entry.recordName] else { continue }
      for proposal in rules.fill(entry, record, from: said) { add(proposal) }
    }
  }

  private mutating func proposal(
    to target: FeedURL, _ entry: FeedEntry, _ record: FeedRecord
  ) async throws(RecordStoreError) -> FeedProposal {
    let found = try await FeedSearch(reader).indexedNames(of: target)?.first { $0 != entry.recordName }
    if let holder = found ?? holders[target.key] { return rules.duplicate(entry, of: holder, at: target) }
    holders[target.key] = entry.recordName
    return rules.follow(entry, record, to: target)
  }

  private mutating func add(_ proposal: FeedProposal) {
    if kinds.contains(proposal.kind) { proposals.append(proposal) }
  }

  // MARK: Applying

  /// Accepts what the addresses of replaced feeds serve now, from the next run on.
  package func dismiss() async throws(ProbeHistoryError) {
    try await history.accept(proposals.filter { $0.kind == .replaced }.map(\.feed))
  }

  /// Applies the proposals of some kinds, changing a field only if its value is still the expected one.
  package mutating func apply(_ kinds: Set<FeedProposal.Kind>) async throws(RecordStoreError) {
    var run = ChangeRun(to: reader.store)
    defer { changes = run.outcome }
    let byFeed = proposals(of: kinds)
    let proposing = self
    let replan: ChangeRun.Replan = { (conflicts) async throws(RecordStoreError) in
      try await proposing.changes(of: conflicts.map(\.recordName), byFeed)
    }
    try await run.apply(replan: replan) { (add) throws(RecordStoreError) in
      for feeds in byFeed.keys.sorted().recordPages {
        if Task.isCancelled { throw .stopped }
        try await add(proposing.changes(of: feeds, byFeed))
      }
    }
  }

  private func proposals(of kinds: Set<FeedProposal.Kind>) -> [RecordName: [FeedProposal]] {
    Dictionary(grouping: proposals.filter { kinds.contains($0.kind) }, by: \.feed)
  }

  /// Returns the changes that applying the proposals of some kinds would make.
  package func planned(_ kinds: Set<FeedProposal.Kind>) async throws(RecordStoreError) -> [PlannedChange] {
    let byFeed = proposals(of: kinds)
    var changes: [PlannedChange] = []
    for feeds in byFeed.keys.sorted().recordPages { changes += try await self.changes(of: feeds, byFeed) }
    return changes
  }

  private func changes(
    of feeds: [RecordName], _ byFeed: [RecordName: [FeedProposal]]
  ) async throws(RecordStoreError) -> [PlannedChange] {
    let fields = Set(byFeed.values.joined().map(\.field))
    let stored = try await reader.store.lookup(feeds, desiredFields: fields.sorted())
    return feeds.compactMap { feed in
      guard let record = stored[feed] else { return nil }
      let proposals = byFeed[feed] ?? []
      var fields: RecordFields = [:]
      for proposal in proposals where proposal.holds(in: record) { fields[proposal.field] = proposal.new }
      return fields.isEmpty ? nil : record.change(fields, title: proposals.first?.title)
    }
  }
}

extension FeedProposal {
  /// Returns whether the field still has the expected value; a feed without `isActive` is active.
  fileprivate func holds(in record: Record) -> Bool {
    if field == FeedField.isActive.name { return record[field] != .flag(false) }
    return record[field] == old
  }
}
