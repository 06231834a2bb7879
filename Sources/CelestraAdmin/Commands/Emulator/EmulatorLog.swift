import CloudKitEmulator
import CloudKitRecords

/// What the emulator says: where it listens on standard output, and a line for every request on standard error.
struct EmulatorLog: Sendable {
  let isQuiet: Bool
  private let lines = LogQueue(terminal: .standardError)

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// Says where it listens, for a person and for a script that reads the port.
  func started(host: String, port: Int) {
    let name = host.contains(":") ? "[\(host)]" : host
    Terminal.standardOutput.write("http://\(name):\(port)\n")
  }

  /// Says what became of a request; never waits.
  func write(_ request: LoggedRequest) {
    if !isQuiet { lines.write(Self.line(request)) }
  }

  /// Ends the log.
  func finish() { lines.finish() }

  /// `2026-11-21T14:00:00.123Z POST /database/… 401 AUTHENTICATION_FAILED: the date is 900 s off (fault …)`.
  static func line(_ request: LoggedRequest) -> String {
    var line = "\(Timestamp(milliseconds: request.time)) \(request.method) \(request.path.printable)"
    line += request.status == 0 ? " reset" : " \(request.status)"
    if let code = request.serverErrorCode { line += " \(code)" }
    if let reason = request.cause ?? request.reason { line += ": \(reason.printable)" }
    if let fault = request.fault { line += " (fault \(fault))" }
    return line
  }
}

extension String {
  /// The text on one line of a terminal, whatever a client has put into it.
  fileprivate var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "·" : $0 }))
  }
}
