import Catalog
import CloudKitRecords
import CloudKitSchema
import Curation
import Diagnostics
import FeedHealth
import Foundation
import ProbeHistory
import SQLiteStore
import TestEnvironment

@testable import CelestraAdmin

/// A list with one feed per line.
enum SimulatedList {
  enum Form: String, CaseIterable {
    case markdown, opml, json

    func text(_ urls: [String], title: (Int) -> String) -> String {
      switch self {
      case .markdown:
        "# List\n\n## Feeds\n" + urls.enumerated().map { "- [\(title($0))](\($1)) - kept\n" }.joined() + "\nEnd\n"
      case .opml:
        "<opml version=\"2.0\"><body>\n"
          + urls.enumerated().map { "  <outline text=\"\(title($0))\" xmlUrl=\"\($1)\"/>\n" }.joined()
          + "</body></opml>\n"
      case .json:
        "{\"feeds\": [\n"
          + urls.enumerated().map { "  { \"title\": \"\(title($0))\", \"feedURL\": \"\($1)\" }" }.joined(
            separator: ",\n")
          + "\n]}\n"
      }
    }
  }
}

/// What happens to a feed.
enum Fate {
  case lives
  /// Answers once in three probes.
  case flaky
  /// Fails for three weeks, then lives.
  case away(Int)
  /// Answers 404 from a day on.
  case missing(Int)
  case gone(Int)
  /// Its host has no name from a day on.
  case lost(Int)
  /// Redirects to another address from a day on.
  case moves(Int)
  /// Other items at the same address from a day on.
  case replaced(Int)

  func isDead(for days: Int, on day: Int) -> Bool {
    switch self {
    case .missing(let start), .gone(let start), .lost(let start): day - start >= days
    default: false
    }
  }
}

/// Nights of probing, proposals, and edits of a list, which are merged in the morning.
final class SimulatedMaintenance {
  struct Night {
    var lines = 0
    var removed: [Int] = [], moved: [Int] = []
    var falseRemovals = 0
  }

  private(set) var fates: [Fate]
  private let form: SimulatedList.Form
  private let store: any RecordStore
  private let schema: Schema
  private let history: SQLiteProbeHistory
  private let folder: URL
  private var list: String { folder.appendingPathComponent("list").path }
  private var former: String { folder.appendingPathComponent("former.json").path }

  private var reader: CatalogReader { CatalogReader(store, layout: .publicCatalog, schema: schema) }

  init(feeds count: Int, form: SimulatedList.Form, title: String? = nil) async throws {
    self.form = form
    let source = try String(contentsOf: TestEnvironment.root.appending(path: "schema/celestra.ckdb"), encoding: .utf8)
    schema = Schema(SchemaFile(SourceText(name: "schema", text: source)))
    store = try LocalContainer.inMemory(schema: schema) { Timestamp(milliseconds: 0) }
    history = try SQLiteProbeHistory.inMemory()
    var random = SeededGenerator(seed: UInt64(count))
    fates = (0..<count).map { number in
      let day = Int.random(in: 1..<30, using: &random)
      return switch number % 20 {
      case 3: .flaky
      case 5: .away(day)
      case 7: .missing(day % 6)
      case 9: .gone(day)
      case 11: .lost(day % 6)
      case 13, 14: .moves(day)
      case 17: .replaced(day)
      default: .lives
      }
    }
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("celestra-nights-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let urls = (0..<count).map { ModelWeb.url($0, 0) }
    try Data(form.text(urls) { title ?? "Feed \($0)" }.utf8).write(to: URL(filePath: list))
    try await seed(at: time(0))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func time(_ day: Int) -> Timestamp { Timestamp(milliseconds: 1_795_219_200_000 + Int64(day) * 86_400_000) }

  private func seed(at now: Timestamp) async throws {
    let paths = [list] + (FileManager.default.fileExists(atPath: former) ? [former] : [])
    let seeds = try SeedFiles(paths, taking: [.feed], isStrict: false).seeds
    let plan = try await SeedPlanner(
      store: store, schema: schema, layout: .publicCatalog, asOf: now, policy: SeedPolicy()
    ).plan(seeds, findsOrphans: false)
    let write = PlannedWrite(plan.changes, to: ContainerName(file: "nights"), store, Approval(yes: true))
    try await write.write(in: { store }, results: { _ in })
  }

  /// Probes all feeds on a day.
  /// - Parameter fates: What happens to the feeds from now on; `nil` for what was drawn.
  func probe(_ day: Int, fates: [Fate]? = nil) async throws {
    if let fates { self.fates = fates + self.fates.dropFirst(fates.count).map { _ in .lives } }
    let fetcher = FatedFetcher(fates: self.fates, day: day)
    var run = ProbeRun(reader, schema: schema, fetcher: fetcher, history: history, asOf: time(day))
    var selection = ProbeSelection()
    selection.includesAll = true
    try await run.run(selection)
  }

  func proposals() async throws -> ProposalRun {
    var run = ProposalRun(
      reader, history: history, kinds: [.deactivate, .duplicate, .newURL, .https])
    try await run.find()
    return run
  }

  /// A night: probe, propose, edit the list; and the morning, in which the change is merged and seeded.
  func night(_ day: Int) async throws -> Night {
    try await probe(day)
    let before = try String(contentsOfFile: list, encoding: .utf8)
    let run = try await proposals()
    let written = try WrittenProposals(
      run.proposals, to: [list], layout: .publicCatalog, former: former, asOf: time(day))
    let after = try String(contentsOfFile: list, encoding: .utf8)
    var night = Night()
    let difference = after.split(separator: "\n").difference(from: before.split(separator: "\n"))
    night.lines = difference.count
    for line in written.lines where line.refusal == nil {
      guard let number = ModelWeb.parts(of: line.proposal.address)?.feed else { continue }
      if line.proposal.new == .flag(false) {
        night.removed.append(number)
        if !fates[number].isDead(for: 2, on: day) { night.falseRemovals += 1 }
      } else {
        night.moved.append(number)
      }
    }
    try await seed(at: time(day))
    return night
  }
}

/// A web in which each feed has its fate.
private struct FatedFetcher: FeedFetcher {
  var pacing: HostPacing {
    var pacing = HostPacing()
    pacing.gap = .zero
    return pacing
  }
  let fates: [Fate]
  let day: Int

  func pause(_ host: String, for time: Duration) async {}
  func takePauses() async -> [String: ContinuousClock.Instant] { [:] }
  func useRobots(_ rules: [String: String]) async {}
  func takeRobots() async -> [String: String] { [:] }

  func fetch(_ request: FetchRequest) async -> FetchOutcome {
    guard let (number, address) = ModelWeb.parts(of: request.url), fates.indices.contains(number) else {
      return Self.unknownHost
    }
    switch fates[number] {
    case .lives: return feed(number)
    case .flaky: return day % 3 == 0 ? feed(number) : Self.status(503)
    case .away(let start): return (start..<start + 21).contains(day) ? Self.status(500) : feed(number)
    case .missing(let start): return day >= start ? Self.status(404) : feed(number)
    case .gone(let start): return day >= start ? Self.status(410) : feed(number)
    case .lost(let start): return day >= start ? Self.unknownHost : feed(number)
    case .moves(let start):
      let redirects = [FetchOutcome.Redirect(status: 301, url: ModelWeb.url(number, 1))]
      return feed(number, redirects: day >= start && address == 0 ? redirects : [])
    case .replaced(let start): return feed(number, life: day >= start ? 1 : 0)
    }
  }

  private func feed(_ number: Int, life: Int = 0, redirects: [FetchOutcome.Redirect] = []) -> FetchOutcome {
    let items = (0..<5).map {
      "<item><guid>\(life)-\(number)-\(day + $0)</guid><title>\(life == 0 ? "Post" : "Casino") \(day + $0)</title></item>"
    }
    let title = life == 0 ? "Feed \(number)" : "Casino \(number)"
    let body = "<rss version='2.0'><channel><title>\(title)</title>\(items.joined())</channel></rss>"
    return FetchOutcome(
      answer: .success(FetchedAnswer(status: 200, body: Array(body.utf8))), redirects: redirects)
  }

  private static func status(_ status: Int) -> FetchOutcome {
    FetchOutcome(answer: .success(FetchedAnswer(status: status, body: [])))
  }

  private static let unknownHost = FetchOutcome(
    answer: .failure(.dns(reason: "no such host", isTemporary: false)))
}
