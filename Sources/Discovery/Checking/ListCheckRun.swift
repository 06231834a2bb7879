import Catalog
package import CloudKitRecords
package import FeedHealth

/// Fetches the entries of a check, round the hosts, several at once.
package struct ListCheckRun: Sendable {
  private let fetcher: any FeedFetcher
  private let width: Int
  private let asOf: Timestamp

  /// - Parameter width: Maximum fetches at once.
  package init(fetcher: any FeedFetcher, width: Int, asOf: Timestamp) {
    self.fetcher = fetcher
    self.width = width
    self.asOf = asOf
  }

  /// - Returns: Whether the run finished; `false` if it was interrupted.
  package func run(_ check: inout ListCheck, progress: (_ fetched: Int, _ all: Int) -> Void = { _, _ in }) async -> Bool
  {
    let pending = check.pending
    let feeds = pending.compactMap { index in check.entries[index].url.map { (index: index, url: $0) } }
    var schedule = ProbeSchedule(
      feeds.map { (FeedHost.of($0.url.canonical), $0) }, perHost: fetcher.pacing.connections)
    var finished = 0
    await withTaskGroup(of: (index: Int, host: String, result: ListCheck.Result).self) { group in
      var running = 0
      while !Task.isCancelled {
        while running < width, let (feed, host, isLast) = schedule.next() {
          running += 1
          group.addTask { [fetcher, asOf] in
            var request = FetchRequest(url: feed.url.canonical)
            request.closesConnection = isLast
            let outcome = await fetcher.fetch(request)
            return (feed.index, host, ListCheck.Result(outcome, of: feed.url, asOf: asOf))
          }
        }
        guard let (index, host, result) = await group.next() else { break }
        running -= 1
        finished += 1
        schedule.finished(host)
        check.add(result, of: index)
        progress(finished, pending.count)
      }
      group.cancelAll()
    }
    if Task.isCancelled { return false }
    check.compareItems()
    return true
  }
}
