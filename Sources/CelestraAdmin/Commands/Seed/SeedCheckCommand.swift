import ArgumentParser
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics
import Discovery
import FeedFetching
import FeedHealth

struct SeedCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Fetch each entry of seed files and lists once, and judge it. Needs no container.",
    discussion: """
      An entry is alive, moved, dead, failing this time, not a feed, refused by robots.txt or a bot wall, a duplicate by \
      its address or its items, replaced by another feed, or differs from what the list says of its title or language. \
      Exits with 1 if an entry has the severity of --fail-on or above.
      """)

  @Argument(help: "Seed files, lists, and folders of them. (default: seed)", completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Judge only the entries that the current branch adds or changes since it left REF, and list what it removes.",
      valueName: "ref"))
  var changed: String?

  @Option(help: ArgumentHelp("Lowest severity that exits with 1.", valueName: "severity"))
  var failOn: FailureThreshold = .error

  @OptionGroup(title: "Fetching") var fetching: FetchOptions
  @OptionGroup var checks: FindingsOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingsFormats>

  func run() async throws {
    let paths = try paths.isEmpty ? [checks.configuration().seeds] : paths
    var before: ListsBefore?
    if let changed { before = try await ListsBefore(changed, paths) }
    let present = before?.present ?? paths
    let former = present.filter { !SeedFiles.isFolder($0) }.flatMap { KnownFeeds.formerFile(beside: $0) }
    let files = try SeedFiles(
      present + Set(former).subtracting(present).sorted(), taking: [.feed], isStrict: false)
    var changes: ListChanges?
    if let before { changes = ListChanges(from: try await before.entries(of: files), to: files.seeds.feeds) }
    let judged = changes?.judged
    let check = try EntryCheck(fetching: fetching, configuration: checks.configuration(), asOf: clock.asOf)
    let run = try await check.run(files.seeds.feeds) { judged?.contains($0) ?? true }
    let report = SeedCheckReport(run, files, changes, asOf: clock.asOf, limit: checks.limit.asLimit)
    try output.write(report, exit: failOn.severity.map(report.findings.has) == true ? .answerIsNo : .done)
  }
}

/// A check of entries with the fetcher of this program.
struct EntryCheck {
  /// Maximum feeds in memory at once, which may be large.
  private static let width = 64

  let fetching: FetchOptions
  let configuration: EffectiveConfiguration
  let asOf: Timestamp

  /// - Throws: `CommandFailure` if this machine has no network, or the run is interrupted.
  func run(_ seeds: [FeedSeed], isJudged: (Int) -> Bool = { _ in true }) async throws -> ListCheck {
    var check = ListCheck(seeds, isJudged: isJudged)
    guard !check.pending.isEmpty else { return check }
    let isFinished = try await HTTPFeedFetcher.with(try fetching.settings(configuration)) { fetcher in
      let progress = ProgressLine()
      let run = ListCheckRun(fetcher: fetcher, width: min(fetching.concurrency, Self.width), asOf: asOf)
      return await run.run(&check) { progress.update("entries checked", done: $0, of: $1) }
    }
    if let outage = check.outage {
      throw CommandFailure(
        "nothing was judged: \(outage.kind.rawValue) (\(outage.failed) of \(outage.of) fetches); check the network of "
          + "this machine, and run the command again")
    }
    if !isFinished { throw CommandFailure("interrupted; nothing was judged") }
    return check
  }

  /// Removes the feeds that do not work from files, and says how many.
  func keepLive(in files: inout SeedFiles) async throws {
    let entries = try await run(files.seeds.feeds).entries
    files.keepFeeds(at: Set(entries.indices.filter { entries[$0].entryClass.row.isLive == true }))
    let others = entries.map(\.entryClass).filter { $0.row.isLive != true }
    if others.isEmpty { return }
    let counts = Dictionary(grouping: others) { $0 }.sorted { $0.key < $1.key }.map {
      "\($0.key.rawValue) \($0.value.count)"
    }
    Terminal.note("\(others.count.of("feed")) left out (\(counts.joined(separator: ", "))); 'seed check' lists them")
  }
}
