import CloudKitRecords
import CloudKitWebServices
import CommandLineTool
import Diagnostics

/// The requests that a run will send, told before it starts.
struct RunCost {
  /// The number of records; `nil` if only reading them tells.
  let records: Int?
  /// The number of record types, each of which has at least one page.
  let types: Int
  /// The requests per page of records, at most.
  let requestsPerPage: Int
  /// The maximum requests per second.
  let rate: Double

  /// Prints the cost of a run on Apple's servers, or of any run with `--verbose`.
  func tell(_ addresses: [ContainerAddress], isVerbose: Bool) {
    guard isVerbose || addresses.contains(where: { $0.host == ContainerAddress.apple }) else { return }
    Terminal.standardError.write("CloudKit: \(text)\n")
  }

  /// The cost as text: `12345 records: at most 201 requests, 6 s at 40 requests/s`.
  var text: String {
    guard let records else {
      return "the number of records is unknown; 100000 records take at most \(cost(of: 100_000))"
    }
    return "\(records.of("record")): at most \(cost(of: records))"
  }

  private func cost(of records: Int) -> String {
    let pages = records / RecordLimits.recordsPerPage + types
    let requests = pages * requestsPerPage
    let seconds = Int((Double(requests) / rate).rounded(.up))
    let time = seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) minutes"
    return "\(requests.of("request")), \(time) at \(Int(rate.rounded())) requests/s"
  }
}
