import ArgumentParser
package import CloudKitRecords
import Foundation

/// The date a command uses as the current time.
package struct ClockOptions: ParsableArguments {
  @Option(
    name: .customLong("as-of"),
    help: ArgumentHelp(
      "Date to use as the current time, such as 2026-11-21 or 2026-11-21T10:00:00Z. (default: now)", valueName: "date",
      visibility: .hidden),
    transform: DateArgument.read)
  var asOfOption: Timestamp?

  package init() {}

  /// The date from the option, or the current time.
  package var asOf: Timestamp { now() }

  /// Returns the time of each call, or the date from the option.
  package var now: @Sendable () -> Timestamp {
    let date = asOfOption
    return { date ?? Timestamp(Date()) }
  }

  /// Rejects a date in the future, and says why.
  package func refuseFuture(for reason: String) throws {
    guard let asOfOption, asOfOption > Timestamp(Date()) else { return }
    throw ValidationError("--as-of is in the future: \(reason)")
  }
}

package enum DateArgument {
  @Sendable package static func read(_ text: String) throws -> Timestamp {
    guard let date = Timestamp(iso8601: text) else {
      throw ValidationError("use a date, such as 2026-11-21 or 2026-11-21T10:00:00Z")
    }
    return date
  }

  /// Returns a time, or the last millisecond of a date without a time.
  @Sendable package static func readEnd(_ text: String) throws -> Timestamp {
    let date = try read(text)
    return text.utf8.count == "2026-11-21".utf8.count ? Timestamp(milliseconds: date.milliseconds + 86_399_999) : date
  }
}
