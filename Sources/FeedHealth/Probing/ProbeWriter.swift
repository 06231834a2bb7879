import Catalog
import CloudKitRecords
import CloudKitSchema
import ProbeHistory

/// Writes what was probed, block by block: first into the history, which the uptime comes from, then into the catalogue.
struct ProbeWriter: Sendable {
  let reader: CatalogReader
  let history: ProbeHistory
  let run: ProbeHistory.Run
  let planning: ProbeChanges

  /// The changes after a block, with their outcome; what cannot be written is thrown.
  ///
  /// A block is written as a whole even where the run is being stopped: what was fetched is not lost.
  func write(_ block: [ProbedFeed], read: [RecordName: FeedEntry], _ changes: RecordChanges) async throws
    -> RecordChanges
  {
    // A task of its own, since a cancelled one could not write any more.
    try await Task { try await writeAll(block, read, changes) }.value
  }

  private func writeAll(
    _ block: [ProbedFeed], _ read: [RecordName: FeedEntry], _ changes: RecordChanges
  ) async throws -> RecordChanges {
    try await history.add(block.map { Probe($0) }, to: run)
    for feed in block {
      guard let wait = feed.finding.retryAfter, wait > .zero else { continue }
      let until = Timestamp(milliseconds: run.at.milliseconds + wait.components.seconds * 1000)
      try await history.pause(FeedHost.of(feed.entry.feedURL), until: until)
    }
    let uptimes = try await history.uptimes(of: block.map(\.entry.recordName), asOf: run.at)
    let byName = Dictionary(block.map { ($0.entry.recordName, $0) }, uniquingKeysWith: { $1 })
    let plan: @Sendable (FeedEntry) -> [RecordOperation] = { entry in
      guard let feed = byName[entry.recordName] else { return [] }
      let before = read[entry.recordName] ?? entry
      return planning.operations(entry, read: before, feed.finding, uptime: uptimes[entry.recordName])
    }
    var changes = changes
    let operations = block.flatMap { feed in read[feed.entry.recordName].map(plan) ?? [] }
    let owners = Dictionary(
      block.flatMap { feed in
        let entry = read[feed.entry.recordName] ?? feed.entry
        let metadata = entry.metadata?.recordName ?? CatalogName.metadata(of: entry.recordName)
        return [(entry.recordName, entry.recordName), (metadata, entry.recordName)]
      }, uniquingKeysWith: { $1 })
    let replan: RecordChanges.Replan = { (refused) async throws(RecordStoreError) in
      let names = Set(refused.map(\.record.name))
      let feeds = Set(names.compactMap { owners[$0] })
      let page = try await reader.page(named: feeds.sorted())
      return page.entries.flatMap(plan).filter { names.contains($0.record.name) }
    }
    try await changes.add(operations, replan: replan)
    try await changes.finish(replan: replan)
    return changes
  }
}

extension Probe {
  /// A probe as the history keeps it.
  init(_ feed: ProbedFeed) {
    let finding = feed.finding
    self.init(
      feed: feed.entry.recordName, verdict: finding.verdict.verdictClass.rawValue, level: feed.level.rawValue,
      isUp: finding.verdict.isUp, detail: finding.verdict.evidence, seconds: finding.seconds)
    status = finding.status
    movedTo = finding.movedTo?.canonical
    wasRead = finding.facts != nil
    items = finding.facts?.items
    newest = finding.facts?.cadence.newest
    itemHashes = finding.facts?.itemHashes ?? []
    description = finding.facts.map {
      SelfDescription(siteURL: $0.siteURL, imageURL: $0.imageURL, language: $0.language, subtitle: $0.subtitle)
    }
  }
}
