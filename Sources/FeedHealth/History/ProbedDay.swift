package import CloudKitRecords

/// The results of a feed's probes on a day (UTC).
package struct ProbedDay: Hashable, Sendable {
  /// What a day's probes found.
  package enum Mark: String, CaseIterable, Sendable {
    case up
    /// Some probes failed, others did not.
    case unsteady
    case failing
    /// No probe could tell whether the feed works.
    case unread
    case unprobed
  }

  /// Days since 1970-01-01.
  package let day: Int
  /// Number of probes that found the feed up, and down.
  package let up, down: Int

  package init(day: Int, up: Int, down: Int) {
    self.day = day
    self.up = up
    self.down = down
  }

  package var mark: Mark {
    switch (up > 0, down > 0) {
    case (true, true): .unsteady
    case (true, false): .up
    case (false, true): .failing
    case (false, false): .unread
    }
  }

  package static func day(of time: Timestamp) -> Int {
    Int((Double(time.milliseconds) / 86_400_000).rounded(.down))
  }

  /// Returns the marks of the last days, oldest first, the current day included.
  package static func marks(_ days: [ProbedDay], last count: Int, asOf: Timestamp) -> [Mark] {
    let today = day(of: asOf)
    var marks = [Mark](repeating: .unprobed, count: count)
    for day in days {
      let index = count - 1 - (today - day.day)
      if marks.indices.contains(index) { marks[index] = day.mark }
    }
    return marks
  }
}
