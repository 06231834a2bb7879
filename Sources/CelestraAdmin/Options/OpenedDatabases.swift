import CloudKitWebServices
import Synchronization

/// The CloudKit databases of this run, so that its end can say what they cost.
enum OpenedDatabases {
  private static let all = Mutex<[CloudKitDatabase]>([])

  /// Takes note of one.
  static func add(_ database: CloudKitDatabase) { all.withLock { $0.append(database) } }

  /// Says what the run cost, where it asked CloudKit anything.
  static func tell() {
    for database in all.withLock({ $0 }) where database.statistics.requests > 0 {
      Terminal.standardError.write("CloudKit: \(text(database.statistics))\n")
    }
  }

  /// `27 requests, 2 retries, throttled 1.5 s, 5000 records, 812 records/s`.
  static func text(_ statistics: RunStatistics) -> String {
    let throttled = (statistics.throttled / .milliseconds(100)).rounded() / 10
    var text = "\(statistics.requests) requests, \(statistics.retries) retries, throttled \(throttled) s, "
    text += "\(statistics.records) records"
    if let rate = statistics.recordsPerSecond { text += ", \(Int(rate.rounded())) records/s" }
    return text
  }
}
