package import Catalog
package import CloudKitRecords

/// What the catalog and the probe history know of a feed.
package struct FeedPast: Sendable {
  package let health: FeedHealth
  /// The last probe; `nil` for a feed that was never probed.
  package let record: FeedRecord?
  package let timeline: FeedTimeline
  /// The last days, oldest first.
  package let days: [ProbedDay.Mark]
  /// Share of the last 30 days that the feed was up, 0…100; `nil` if unknown.
  package let uptime: Double?
  package let proposals: [FeedProposal]
  /// The numbers of the feed on the days on which they changed, oldest first.
  package let numbers: [FeedNumber.Kind: [FeedNumber]]
  package let asOf: Timestamp

  /// - Returns: `nil`, and why, if the feed cannot be read.
  package static func read(
    _ name: RecordName, _ reader: CatalogReader, history: any ProbeHistory, asOf: Timestamp
  ) async throws -> (past: FeedPast?, problems: [CatalogProblem]) {
    let page = try await reader.page(named: [name])
    guard let entry = page.entries.first else { return (nil, page.problems) }
    let probes = try await history.probes(of: name)
    let last = try await history.records(of: [name])[name]
    // The clock of a later probe was wrong.
    let record = last.flatMap { $0.at <= asOf ? $0 : nil } ?? probes.last { $0.at <= asOf }
    let recent = try await history.recent(of: [name], asOf: asOf)[name]
    let start = Timestamp(milliseconds: asOf.milliseconds - Int64(HealthReport.daysShown) * 86_400_000)
    let days = try await history.days(of: [name], after: start, upTo: asOf)[name] ?? []
    var proposing = ProposalRun(reader, history: history, kinds: Set(FeedProposal.Kind.allCases))
    try await proposing.find([name])
    var numbers: [FeedNumber.Kind: [FeedNumber]] = [:]
    for kind in FeedNumber.Kind.allCases {
      numbers[kind] = try await history.numbers(kind, of: name, before: ProbedDay.day(of: asOf) + 1)
    }
    let health = FeedHealth(of: entry, record, recent, asOf: asOf)
    let past = FeedPast(
      health: health, record: record, timeline: FeedTimeline(probes, asOf: asOf, historyEnd: health.historyEnd),
      days: ProbedDay.marks(days, last: HealthReport.daysShown, asOf: asOf),
      uptime: health.historyEnd == nil ? recent?.uptime : health.uptimePercentage, proposals: proposing.proposals,
      numbers: numbers, asOf: asOf)
    return (past, page.problems)
  }

  /// Time from which on the newest item is too old for the feed's rhythm; `nil` if the item's date is unknown.
  package var overdueAt: Timestamp? {
    health.newest.map { newest in
      let days = PublishingCadence.staleAfterDays(medianGap: health.updateFrequency)
      return Timestamp(milliseconds: newest.milliseconds + Int64(days * 86_400_000))
    }
  }
}
