import ArgumentParser
import Articles
import CloudKitRecords
import Diagnostics
import FeedHealth
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
    let message = DisplayText.lines("\(failure)")
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

extension UpdateCommand {
  /// Writes the metrics of a run that failed without a report, if metrics are wanted.
  func writeMetrics(ofFailureAt asOf: Timestamp) throws {
    guard let metrics else { return }
    let gauges = [
      ("timestamp_seconds", "Time of the last run.", Double(asOf.milliseconds) / 1000),
      ("exit_code", "Exit code of the last run.", Double(ExitStatus.failed.rawValue)),
    ]
    try OutputFile.write(UpdateReport.text(of: gauges), to: metrics)
  }
}

extension UpdateReport {
  /// Returns the totals for Prometheus, as gauges of the last run.
  func metrics(seconds: Double) -> String {
    let gauges: [(String, String, Double)] = [
      ("timestamp_seconds", "Time of the last run.", Double(asOf?.milliseconds ?? 0) / 1000),
      ("duration_seconds", "Duration of the last run.", seconds),
      ("exit_code", "Exit code of the last run.", Double(status.rawValue)),
      ("feeds_due", "Feeds that were due.", Double(health.run.due)),
      ("feeds_fetched", "Feeds that were fetched.", Double(health.run.probed)),
      ("feeds_up", "Fetched feeds that work.", Double(health.run.up)),
      ("feeds_down", "Fetched feeds that do not work.", Double(health.run.down)),
      ("articles_created", "New articles.", Double(articles.created)),
      ("articles_updated", "Edited articles.", Double(articles.updated)),
      ("articles_renewed", "Renewed articles.", Double(articles.renewed)),
      ("articles_failed", "Articles that could not be written.", Double(articles.outcome.failed)),
      ("articles_pruned", "Expired articles that were deleted.", Double(pruned?.outcome?.deleted ?? 0)),
    ]
    return Self.text(of: gauges)
  }

  fileprivate static func text(of gauges: [(name: String, help: String, value: Double)]) -> String {
    gauges.map { name, help, value in
      let number = value == value.rounded() ? "\(Int(value))" : "\(value)"
      return
        "# HELP celestra_update_\(name) \(help)\n# TYPE celestra_update_\(name) gauge\ncelestra_update_\(name) \(number)\n"
    }.joined()
  }
}
