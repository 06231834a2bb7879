import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import FeedHealth
import ProbeHistory

/// The filters that list feeds, and that select them for a change of all.
struct FeedFilterOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Only feeds of a health level. Repeatable."))
  var level: [HealthLevel] = []

  @Option(
    help: ArgumentHelp(
      "Only feeds whose last probe found this, such as dns or replaced. Repeatable.", visibility: .hidden),
    transform: FeedFilterValue.verdict)
  var verdict: [VerdictClass] = []

  @Option(
    help: ArgumentHelp("Only feeds down since a date, or for a time such as 30d.", valueName: "date"),
    transform: PeriodStart.readEnd)
  var downSince: PeriodStart?

  @Option(help: ArgumentHelp("Only feeds of a host and its subdomains.", valueName: "host"))
  var host: String?

  @Option(
    help: ArgumentHelp(
      "Only feeds added since a date, or in a time such as 30d.", valueName: "date", visibility: .hidden),
    transform: PeriodStart.read)
  var addedSince: PeriodStart?

  @Flag(help: "Only feeds without a category.")
  var withoutCategory = false

  @Option(
    help: ArgumentHelp("Only feeds with a score below a number.", valueName: "n", visibility: .hidden),
    transform: FeedFilterValue.score)
  var scoreBelow: Int?

  @OptionGroup var history: HistoryOptions

  var isSet: Bool {
    !level.isEmpty || !verdict.isEmpty || downSince != nil || host != nil || addedSince != nil || withoutCategory
      || scoreBelow != nil
  }

  /// Checks that feeds are named or filtered, not both.
  func check(naming feeds: [String], _ noun: String = "feeds") throws {
    if isSet, !feeds.isEmpty { throw ValidationError("name \(noun) or use filters, such as --level, not both") }
    if !isSet, feeds.isEmpty { throw ValidationError("name \(noun), or select them with a filter, such as --level") }
  }

  func narrow(_ listing: inout FeedListing, in opened: ContainerHandle, asOf: Timestamp) async throws {
    listing.isUncategorized = withoutCategory
    listing.host = host
    listing.addedSince = addedSince?.time(asOf: asOf)
    listing.scoreBelow = scoreBelow
    guard !level.isEmpty || !verdict.isEmpty || downSince != nil else { return }
    let history = try history.openIfPresent(for: opened.container)
    let names = try await opened.feedNames(by: history, asOf: asOf) {
      matches($0, downSince: downSince?.time(asOf: asOf))
    }
    listing.names = listing.names?.intersection(names) ?? names
  }

  private func matches(_ health: FeedHealth, downSince: Timestamp?) -> Bool {
    if !level.isEmpty, !health.isActive || !level.contains(health.level) { return false }
    if !verdict.isEmpty, !(health.verdict.map(verdict.contains) ?? false) { return false }
    guard let downSince else { return true }
    // Without a history, only the last success is known.
    let since = health.downSince ?? (health.works == false ? health.lastSuccess : nil)
    return since.map { $0 <= downSince } ?? false
  }

  /// Returns the feeds that the filters match, with all fields, by title.
  func feeds(in opened: ContainerHandle, asOf: Timestamp) async throws -> [Record] {
    var listing = FeedListing()
    listing.order = .title
    try await narrow(&listing, in: opened, asOf: asOf)
    return try await listing.feeds(opened.reader)
  }
}

extension ContainerHandle {
  /// Returns the names of the feeds whose health a filter includes.
  func feedNames(
    by history: SQLiteProbeHistory?, asOf: Timestamp, where isIncluded: (FeedHealth) -> Bool
  ) async throws -> Set<RecordName> {
    var names: Set<RecordName> = []
    var entries: [FeedEntry] = []
    try await reader.forEachPage { entries += $0.entries }
    for feeds in entries.map(\.recordName).recordPages {
      let records = try await history?.records(of: feeds) ?? [:]
      let recent = try await history?.recent(of: feeds, asOf: asOf) ?? [:]
      for entry in entries.prefix(feeds.count) {
        let health = FeedHealth(of: entry, records[entry.recordName], recent[entry.recordName], asOf: asOf)
        if isIncluded(health) { names.insert(entry.recordName) }
      }
      entries.removeFirst(feeds.count)
    }
    return names
  }
}

/// The values of filters. The parser does not say what a hidden option accepts.
private enum FeedFilterValue {
  @Sendable static func verdict(_ text: String) throws -> VerdictClass {
    guard let verdict = VerdictClass(rawValue: text) else {
      throw ValidationError("use one of \(VerdictClass.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return verdict
  }

  @Sendable static func score(_ text: String) throws -> Int {
    guard let score = Int(text), (0...100).contains(score) else {
      throw ValidationError("use a whole number from 0 to 100")
    }
    return score
  }
}
