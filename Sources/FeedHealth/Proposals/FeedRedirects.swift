package import Catalog
package import CloudKitRecords

/// The addresses that feeds redirect to for good.
package enum FeedRedirects {
  /// Returns the targets by feed, of redirects that are permanent for a day and lead to the same items.
  package static func read(
    _ history: any ProbeHistory
  ) async throws(ProbeHistoryError) -> [RecordName: FeedURL] {
    var targets: [RecordName: FeedURL] = [:]
    for names in try await history.feeds().recordPages {
      for (name, record) in try await history.records(of: names) {
        guard record.movedMatches, let since = record.movedSince,
          record.at.seconds(since: since) >= ProposalRules.moveHolds
        else { continue }
        targets[name] = record.probe.movedTo.flatMap { try? FeedURL($0) }
      }
    }
    return targets
  }
}
