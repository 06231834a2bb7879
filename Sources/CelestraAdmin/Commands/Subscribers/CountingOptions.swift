import ArgumentParser
import Scoring

/// Where counts come from, and what is published of them.
struct CountingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take counts from a file instead of FeedSubscription records: CSV, NDJSON or JSON of feeds and counts, of "
        + "collections and imports, or of events to be counted distinct.", valueName: "file"))
  var counts: String?

  @Flag(
    help: ArgumentHelp(
      "Take a file that holds e-mail addresses, IP addresses or CloudKit user record names: they are hashed in memory "
        + "with a key that dies with the run."))
  var allowIdentifiers = false

  @Option(help: "The smallest count that is published; 1 publishes all.")
  var minimum: Int = 5

  @Option(help: "How what is published is rounded: coarse or none.")
  var rounding: PublicationRule.Rounding = .coarse

  @Option(
    help: ArgumentHelp(
      "The period the counts are published for, such as 2026-W47; each feed's once. (default: the day)",
      valueName: "id"))
  var period: String?

  @Option(help: "How many feeds and movers to list in text.")
  var limit: Int = 20

  func validate() throws {
    if minimum < 1 { throw ValidationError("--minimum is 1 or more, not \(minimum)") }
    if limit < 0 { throw ValidationError("--limit is 0 or more, not \(limit)") }
    if let period, !PublicationPeriod.isValid(period) {
      throw ValidationError("--period wants up to 32 letters, digits, '-', '.' and '_', such as 2026-W47")
    }
    if allowIdentifiers, counts == nil { throw ValidationError("--allow-identifiers is about --counts; name a file") }
  }
}

extension PublicationRule.Rounding: ExpressibleByArgument {}
