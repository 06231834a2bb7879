import ArgumentParser
import CloudKitRecords
import Foundation

/// The moment a command takes for now.
struct ClockOptions: ParsableArguments {
  @Option(
    name: .customLong("as-of"),
    help: ArgumentHelp("Take this moment for now: 2026-11-21 or 2026-11-21T10:00:00Z.", valueName: "date"))
  var asOfOption: Timestamp?

  /// The moment: what the user gave, else now.
  var asOf: Timestamp { asOfOption ?? Timestamp(Date()) }
}

extension Timestamp: ExpressibleByArgument {
  package init?(argument: String) {
    self.init(iso8601: argument)
  }
}
