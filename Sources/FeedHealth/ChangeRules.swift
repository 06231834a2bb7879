package import CloudKitRecords

/// Which changes of a period count, by time. The rules need no state: periods that follow each other report each change
/// and each reminder once.
package struct ChangeRules: Hashable, Sendable {
  /// The time in milliseconds after which a downtime is a change. A shorter downtime and its end are not changes.
  private let downtime: Int64
  /// The time in milliseconds after which a feed that is still down is reported again; `nil` for never.
  private let interval: Int64?

  /// Creates rules by which every change counts by default.
  package init(downtimeHours: Int = 0, reminderDays: Int? = nil) {
    downtime = Int64(downtimeHours) * 3_600_000
    interval = reminderDays.map { Int64($0) * 86_400_000 }
  }

  /// Returns the time after which changes count, or begin downtimes that count, in a period.
  func beginning(of start: Timestamp) -> Timestamp { Timestamp(milliseconds: start.milliseconds - downtime) }

  /// - Parameter found: the changes from `beginning(of: start)` to `end`, in their order.
  func changes(_ found: [FeedChange], after start: Timestamp, upTo end: Timestamp) -> [FeedChange] {
    if downtime == 0 { return found }
    // When a downtime ends, by feed.
    var ends: [RecordName: Timestamp] = [:]
    let counted = found.reversed().filter { change in
      if change.kind.superseded.contains(.down) { ends[change.feed] = change.at }
      switch change.kind {
      case .down:
        let moment = max(change.at, after(downtime, change.since ?? change.at))
        return moment > start && moment <= end && ends[change.feed].map { $0 > moment } ?? true
      case .recovered: return change.at > start && isDown(since: change.since ?? change.at, at: change.at)
      default: return change.at > start
      }
    }
    return counted.reversed()
  }

  /// Whether a downtime counts at a time.
  func isDown(since start: Timestamp, at time: Timestamp) -> Bool { after(downtime, start) <= time }

  /// Whether a feed that is still down is reported again at the end of a period.
  package func remind(ofDowntimeSince start: Timestamp, after begin: Timestamp, upTo end: Timestamp) -> Bool {
    guard let interval else { return false }
    func reminders(at time: Timestamp) -> Int64 {
      max(0, time.milliseconds - start.milliseconds - downtime) / interval
    }
    return reminders(at: end) > reminders(at: begin)
  }

  private func after(_ time: Int64, _ start: Timestamp) -> Timestamp {
    Timestamp(milliseconds: start.milliseconds + time)
  }
}
