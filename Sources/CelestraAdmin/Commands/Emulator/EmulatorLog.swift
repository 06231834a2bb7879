import CloudKitEmulator
import CloudKitRecords
import Diagnostics

/// The output of the emulator: its URL on standard output, and one line per request on standard error.
struct EmulatorLog: Sendable {
  let isQuiet: Bool
  private let lines = LogQueue(terminal: .standardError)

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// Prints the URL, for users and for scripts that read the port.
  func started(host: String, port: Int) {
    let name = host.contains(":") ? "[\(host)]" : host
    Terminal.standardOutput.write("http://\(name):\(port)\n")
  }

  /// Logs the result of a request without waiting for the write.
  func write(_ request: LoggedRequest) {
    if !isQuiet { lines.write(Self.line(request)) }
  }

  /// Writes the remaining lines.
  func finish() { lines.finish() }

  /// Returns the line of a request.
  ///
  /// `2026-11-21T14:00:00.123Z POST /database/… 401 AUTHENTICATION_FAILED: the date is 900 s off (fault …)`
  static func line(_ request: LoggedRequest) -> String {
    var line = "\(Timestamp(milliseconds: request.time)) \(request.method) \(request.path)"
    line += request.status == 0 ? " reset" : " \(request.status)"
    if let code = request.serverErrorCode { line += " \(code)" }
    if let reason = request.cause ?? request.reason { line += ": \(reason)" }
    if let refused = request.records {
      line += ", \(refused.count.of("record")) refused: "
      line += refused.prefix(3).map { "\($0.recordName) \($0.serverErrorCode): \($0.reason)" }.joined(separator: "; ")
      if refused.count > 3 { line += "; …" }
    }
    if let fault = request.fault { line += " (fault \(fault))" }
    return DisplayText.line(line, replacement: "·")
  }
}
