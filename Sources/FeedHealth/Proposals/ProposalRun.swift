package import Catalog
package import CloudKitRecords

/// Run that finds changes suggested by probe results and applies them only on request.
package struct ProposalRun: Sendable {
  /// The proposals by kind, those of a kind in the order in which the feeds were first probed.
  package private(set) var proposals: [FeedProposal] = []
  /// Number of proposals that a person has dismissed earlier and that are not in the list.
  package private(set) var dismissed = 0
  /// Number of feeds without proposals because the history lacks the probes of days.
  package private(set) var outdated = 0
  package private(set) var problems: [CatalogProblem] = []
  package private(set) var changes = ChangeOutcome()

  private let reader: CatalogReader
  private let history: any ProbeHistory
  private let rules: ProposalRules
  private let kinds: Set<FeedProposal.Kind>
  private let includesDismissed: Bool
  private var holders: [FeedURL.Key: RecordName] = [:]
  /// The dismissed proposals of the feeds in the current page.
  private var dismissals: [RecordName: Set<String>] = [:]

  /// - Parameter includesDismissed: whether to list proposals that a person has dismissed.
  package init(
    _ reader: CatalogReader, history: any ProbeHistory, kinds: Set<FeedProposal.Kind>, includesDismissed: Bool = false
  ) {
    self.reader = reader
    self.history = history
    self.kinds = kinds
    self.includesDismissed = includesDismissed
    rules = ProposalRules(layout: reader.layout)
  }

  /// - Parameter feeds: the feeds to look at; `nil` for all.
  /// - Throws: if the store or the history fails.
  package mutating func find(_ feeds: Set<RecordName>? = nil) async throws {
    let known = try await history.feeds().filter { feeds?.contains($0) ?? true }
    for names in known.recordPages {
      if Task.isCancelled { throw RecordStoreError.stopped }
      let page = try await reader.page(named: names)
      problems += page.problems
      try await find(in: page.entries, await history.records(of: page.entries.map(\.recordName)))
    }
    let byKind = Dictionary(grouping: proposals, by: \.kind)
    proposals = FeedProposal.Kind.allCases.flatMap { byKind[$0] ?? [] }
  }

  /// Finds the proposals of some feeds, which follow those found before.
  package mutating func find(in entries: [FeedEntry], _ records: [RecordName: FeedRecord]) async throws {
    var known: [RecordName: FeedRecord] = [:]
    for entry in entries {
      let isOutdated = records[entry.recordName]?.isOutdated(by: entry.lastAttempted) == true
      outdated += isOutdated ? 1 : 0
      known[entry.recordName] = isOutdated ? nil : records[entry.recordName]?.worked(at: entry.lastFetchSuccess)
    }
    if !includesDismissed { dismissals = try await history.dismissals(of: entries.map(\.recordName)) }
    try await find(active: entries.filter(\.isActive), known)
    if kinds.contains(.reactivate) { try await findWorking(in: entries.filter { !$0.isActive }, known) }
  }

  private mutating func find(active entries: [FeedEntry], _ records: [RecordName: FeedRecord]) async throws {
    for entry in entries {
      guard let record = records[entry.recordName] else { continue }
      if let proposal = rules.replaced(entry, record) {
        add(proposal)
      } else if let target = rules.move(entry, record) {
        if let proposal = try await proposal(to: target, entry, record) { add(proposal) }
      } else if let proposal = rules.gone(entry, record) {
        add(proposal)
      } else if let proposal = rules.dead(entry, record), try await failsRecently(record) {
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

  private func failsRecently(_ record: FeedRecord) async throws -> Bool {
    let feed = record.probe.feed
    let recent = try await history.recent(of: [feed], asOf: record.at)[feed]
    return recent.map { $0.attempts - $0.successes >= ProposalRules.recentFailures } ?? false
  }

  /// Finds the inactive feeds that work, unless another feed of the catalog has their address.
  private mutating func findWorking(in entries: [FeedEntry], _ records: [RecordName: FeedRecord]) async throws {
    for entry in entries {
      guard let record = records[entry.recordName], let proposal = rules.reactivate(entry, record) else { continue }
      var holders: Set<RecordName> = [entry.recordName]
      for address in [entry.feedURL, record.probe.movedTo].compactMap({ $0.flatMap { try? FeedURL($0) } }) {
        holders.formUnion(try await FeedSearch(reader).indexedNames(of: address) ?? [])
      }
      if holders.count == 1 { add(proposal) }
    }
  }

  private mutating func proposal(
    to target: FeedURL, _ entry: FeedEntry, _ record: FeedRecord
  ) async throws(RecordStoreError) -> FeedProposal? {
    let found = try await FeedSearch(reader).indexedNames(of: target)?.first { $0 != entry.recordName }
    if let holder = found ?? holders[target.key] {
      let other = try await reader.page(named: [holder]).entries.first
      // If both were switched off, the catalog would lose the feed.
      if other?.isActive == false { return nil }
      return rules.duplicate(entry, of: holder, titled: other?.title ?? holder.rawValue, at: target)
    }
    if !rules.isSameFeed(entry, record) { return nil }
    holders[target.key] = entry.recordName
    return rules.follow(entry, record, to: target)
  }

  private mutating func add(_ proposal: FeedProposal) {
    guard kinds.contains(proposal.kind) else { return }
    if dismissals[proposal.feed]?.contains(proposal.dismissal) == true {
      dismissed += 1
    } else {
      proposals.append(proposal)
    }
  }

  // MARK: Applying

  /// Takes proposals from the list for this run.
  package mutating func leaveOut(_ isLeftOut: (FeedProposal) -> Bool) { proposals.removeAll(where: isLeftOut) }

  /// Dismisses the proposals of some kinds: they are not listed again unless their reasons change. What the addresses
  /// of replaced feeds serve is accepted from the next run on.
  package func dismiss(_ kinds: Set<FeedProposal.Kind>) async throws(ProbeHistoryError) {
    let chosen = proposals.filter { kinds.contains($0.kind) }
    try await history.accept(chosen.filter { $0.kind == .replaced }.map(\.feed))
    try await history.dismiss(
      Dictionary(grouping: chosen.filter { $0.kind != .replaced }, by: \.feed).mapValues { Set($0.map(\.dismissal)) })
  }

  /// Dismisses proposals by their identifiers, and takes them from the list. A replaced feed needs a decision instead.
  package mutating func dismiss(_ ids: Set<String>) async throws(ProbeHistoryError) {
    let chosen = proposals.filter { $0.kind != .replaced && ids.contains($0.id) }
    try await history.dismiss(
      Dictionary(grouping: chosen, by: \.feed).mapValues { Set($0.map(\.dismissal)) })
    proposals.removeAll { chosen.contains($0) }
    dismissed += chosen.count
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
      try await add(proposing.planned(kinds))
    }
  }

  private func proposals(of kinds: Set<FeedProposal.Kind>) -> [RecordName: [FeedProposal]] {
    Dictionary(grouping: proposals.filter { kinds.contains($0.kind) }, by: \.feed)
  }

  /// Returns the changes that applying the proposals of some kinds would make.
  package func planned(_ kinds: Set<FeedProposal.Kind>) async throws(RecordStoreError) -> [PlannedChange] {
    let byFeed = proposals(of: kinds)
    var changes: [PlannedChange] = []
    for feeds in byFeed.keys.sorted().recordPages {
      if Task.isCancelled { throw .stopped }
      changes += try await self.changes(of: feeds, byFeed)
    }
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
      for proposal in proposals where proposal.holds(in: record, reader.layout) {
        fields[proposal.field] = proposal.new
      }
      return fields.isEmpty ? nil : record.change(fields, title: proposals.first?.title)
    }
  }
}

extension FeedProposal {
  /// Returns whether the field still has the expected value; a feed without `isActive` is active.
  fileprivate func holds(in record: Record, _ layout: CatalogLayout) -> Bool {
    if field == FeedField.isActive.name { return old == .flag(record.isActiveFeed(in: layout)) }
    return record[field] == old
  }
}
