import CloudKitRecords
import FeedHealth
import ProbeHistory

extension SQLiteProbeHistory {
  @discardableResult
  func add(_ probes: [Probe], to run: HistoryRun) async throws(ProbeHistoryError) -> [FeedRecord] {
    try await add(probes, to: run, foundAt: run.at)
  }

  func finish(_ run: HistoryRun, keepingDays days: Int) async throws(ProbeHistoryError) {
    try await finish(run, keepingDays: days, took: nil)
  }
}
