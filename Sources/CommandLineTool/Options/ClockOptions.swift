package import ArgumentParser
package import CloudKitRecords
import Foundation

/// The date a command uses as the current time.
package struct ClockOptions: ParsableArguments {
  package static let help = ArgumentHelp(
    "Date to use as the current time, such as 2026-11-21 or 2026-11-21T10:00:00Z. (default: now)", valueName: "date",
    visibility: .hidden)

  @Option(name: .customLong("as-of"), help: Self.help)
  var asOfOption: Timestamp?

  package init() {}

  /// The date from the option, or the current time.
  package var asOf: Timestamp { asOfOption ?? Timestamp(Date()) }

  /// Rejects a date in the future, and says why.
  package func refuseFuture(for reason: String) throws {
    guard let asOfOption, asOfOption > Timestamp(Date()) else { return }
    throw ValidationError("--as-of is in the future: \(reason)")
  }
}

extension Timestamp: ExpressibleByArgument {
  package init?(argument: String) {
    self.init(iso8601: argument)
  }
}
