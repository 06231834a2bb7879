import ArgumentParser
import Scoring

/// Options for the source of counts and their publication.
struct CountingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "File of counts to use instead of FeedSubscription records: CSV, NDJSON, or JSON with counts per feed, imports "
        + "per collection, or events to count distinctly.", valueName: "file"))
  var counts: String?

  @Flag(
    help: ArgumentHelp(
      "Accept a file with email addresses, IP addresses, or CloudKit user record names. They are hashed in memory "
        + "with a key that is discarded after the run."))
  var allowIdentifiers = false

  @Option(help: "Smallest count to publish; 1 publishes all counts.")
  var minimum: Int = 5

  @Option(help: "Rounding of published counts: coarse or none.")
  var rounding: PublicationRule.Rounding = .coarse

  @Option(
    help: ArgumentHelp(
      "Publication period, such as 2026-W47. Each count is published once per period. (default: the current day)",
      valueName: "id"))
  var period: String?

  @Option(help: "Maximum feeds per table in text.")
  var limit: Int = 20

  func validate() throws {
    if minimum < 1 { throw ValidationError("--minimum must be 1 or more, not \(minimum)") }
    if limit < 0 { throw ValidationError("--limit must be 0 or more, not \(limit)") }
    if let period, !PublicationPeriod.isValid(period) {
      throw ValidationError("--period accepts up to 32 letters, digits, '-', '.', and '_', such as 2026-W47")
    }
    if allowIdentifiers, counts == nil { throw ValidationError("--allow-identifiers requires --counts FILE") }
  }
}

extension PublicationRule.Rounding: ExpressibleByArgument {}
