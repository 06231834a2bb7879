import CloudKitWebServices
import Synchronization

/// The CloudKit databases of this run: one for each address, so that they keep one pace and its end can say what they cost.
enum OpenedDatabases {
  private static let all = Mutex<[ContainerAddress: CloudKitDatabase]>([:])

  /// The database of an address, which is made where it is not open yet.
  static func database(
    at address: ContainerAddress, make: () throws -> CloudKitDatabase
  ) rethrows -> CloudKitDatabase {
    if let open = all.withLock({ $0[address] }) { return open }
    let database = try make()
    all.withLock { $0[address] = database }
    return database
  }

  /// Says what the run cost, where it asked CloudKit anything.
  static func tell() {
    for database in all.withLock({ Array($0.values) }) where database.statistics.requests > 0 {
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
