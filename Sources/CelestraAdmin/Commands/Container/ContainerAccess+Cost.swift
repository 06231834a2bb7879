import CloudKitRecords
import CloudKitWebServices
import CommandLineTool
import Diagnostics

extension ContainerAccess {
  /// Tells the requests that a run will send, if it is on Apple's servers or with `--verbose`:
  /// `12345 records: at most 201 requests, 6 s at 40 requests/s`.
  /// - Parameters:
  ///   - records: The number of records; `nil` if only reading them tells.
  ///   - types: The number of record types, each of which has at least one page.
  ///   - requestsPerPage: The requests per page of records, at most.
  func tellCost(records: Int?, types: Int, requestsPerPage: Int, of addresses: [ContainerAddress]) {
    guard isVerbose || addresses.contains(where: { $0.host == ContainerAddress.apple }) else { return }
    func cost(of records: Int) -> String {
      let requests = (records / RecordLimits.recordsPerPage + types) * requestsPerPage
      let seconds = Int((Double(requests) / requestsPerSecond).rounded(.up))
      let time = seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) minutes"
      return "\(requests.of("request")), \(time) at \(Int(requestsPerSecond.rounded())) requests/s"
    }
    let text =
      records.map { "\($0.of("record")): at most \(cost(of: $0))" }
      ?? "the number of records is unknown; 100000 records take at most \(cost(of: 100_000))"
    Terminal.standardError.write("CloudKit: \(text)\n")
  }
}
