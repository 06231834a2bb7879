import ArgumentParser
import CloudKitRecords
import Diagnostics
import Foundation

/// The interval of `--every`: a number with s, m, h or d.
struct RunInterval: ExpressibleByArgument {
  let seconds: Double

  init?(argument: String) {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = argument.last.flatMap({ units[$0] }), let count = Double(argument.dropLast()),
      (1...604_800).contains(count * unit)
    else { return nil }
    seconds = count * unit
  }
}

/// The form of a line per run.
enum RunLogFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

/// Runs of `update` at an interval, until a signal ends them.
struct RepeatedUpdate {
  /// The largest share of the interval by which a run is late, so that several machines do not start at once.
  private static let jitter = 0.1

  let command: UpdateCommand
  let interval: Double
  private let clock = ContinuousClock()

  /// Starts a run per interval. A run that takes longer than the interval delays the next one; runs never overlap. A run
  /// that fails is reported, and the next one starts on time.
  func run(_ update: (UpdateCommand) async throws -> UpdateReport) async throws {
    var next = clock.now
    while !Task.isCancelled {
      let start = clock.now
      var command = command
      command.clock.asOfOption = Timestamp(Date())
      do {
        try finish(try await update(command), seconds: (clock.now - start) / .seconds(1))
      } catch  where !Task.isCancelled {
        log(failure: error, asOf: command.clock.asOf)
      } catch {}
      next = max(next + .seconds(interval), clock.now)
      let late = Double.random(in: 0...(interval * Self.jitter))
      // A signal ends the wait.
      try? await clock.sleep(until: next + .seconds(late), tolerance: nil)
    }
  }

  private func finish(_ report: UpdateReport, seconds: Double) throws {
    if let file = command.metrics { try OutputFile.write(report.metrics(seconds: seconds), to: file) }
    switch command.log {
    case .text: try command.output.write(report)
    case .json:
      let line: EncodableObject = [
        "asOf": report.asOf?.description, "seconds": (seconds * 1000).rounded() / 1000,
        "exitCode": report.status.rawValue,
        "summary": report.summary,
      ]
      try write(line)
    }
  }

  private func log(failure: any Error, asOf: Timestamp) {
    try? command.writeMetrics(ofFailureAt: asOf)
    let message = DisplayText.lines(Secrets.redacted("\(failure)"))
    guard command.log == .json else {
      return Terminal.standardError.write("celestra-admin: error: \(message)\n")
    }
    try? write(["asOf": asOf.description, "exitCode": ExitStatus.failed.rawValue, "error": message])
  }

  private func write(_ line: EncodableObject) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try Terminal.standardOutput.write(data: String(decoding: encoder.encode(line), as: UTF8.self) + "\n")
  }
}
