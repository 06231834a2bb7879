import CloudKitWebServices
import CommandLineTool
import Diagnostics
import Synchronization

/// The CloudKit databases of this run: one per address, so that all requests share a rate limit and statistics.
enum OpenedDatabases {
  private static let all = Mutex<[ContainerAddress: (database: CloudKitDatabase, printsStatistics: Bool)]>([:])

  /// Opens the database at an address, unless it is open already.
  /// - Parameter isVerbose: Whether to print statistics for other servers than Apple's.
  static func open(
    _ address: ContainerAddress, isVerbose: Bool, _ make: () throws -> CloudKitDatabase
  ) throws -> CloudKitDatabase {
    if let open = all.withLock({ $0[address] }) { return open.database }
    try CloudCredentials.checkCertificates(for: address.host)
    let database = try make()
    let isReal = address.host == ContainerAddress.apple
    all.withLock { $0[address] = (database, isReal || isVerbose) }
    return database
  }

  /// Prints the statistics of each database that received requests, on Apple's servers or with `--verbose`.
  static func printStatistics() {
    for (database, printsStatistics) in all.withLock({ Array($0.values) })
    where printsStatistics && database.statistics.requests > 0 {
      Terminal.standardError.write("CloudKit: \(text(database.statistics))\n")
    }
  }

  /// Returns statistics as text: `27 requests, 2 retries, throttled 1.5 s, 5000 records, 812 records/s`.
  static func text(_ statistics: RunStatistics) -> String {
    let throttled = (statistics.throttled / .milliseconds(100)).rounded() / 10
    var text = "\(statistics.requests.of("request")), \(statistics.retries.of("retry", "retries")), "
    text += "throttled \(throttled) s, \(statistics.records.of("record"))"
    if let rate = statistics.recordsPerSecond { text += ", \(Int(rate.rounded())) records/s" }
    return text
  }
}
