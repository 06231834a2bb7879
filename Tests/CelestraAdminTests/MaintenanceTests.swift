import Catalog
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Curation
import Diagnostics
import FeedHealth
import Foundation
import ProbeHistory
import SQLiteStore
import TestEnvironment
import Testing

@testable import CelestraAdmin

/// `CELESTRA_MAINTENANCE` is the number of feeds and days of the simulation, such as `300x90`, for lists of each form; 20
/// feeds of a list in Markdown for 40 days by default.
@Suite("Nightly maintenance of a list")
struct MaintenanceTests {
  @Test("each change of the web is proposed once with its reason, and a feed that lives is never removed")
  func nights() async throws {
    let given = ProcessInfo.processInfo.environment["CELESTRA_MAINTENANCE"]
    let size = (given ?? "20x40").split(separator: "x")
    let (feeds, days) = (Int(size.first ?? "") ?? 20, Int(size.last ?? "") ?? 40)
    for form in given == nil ? [.markdown] : SimulatedList.Form.allCases {
      let simulation = try await SimulatedMaintenance(feeds: feeds, form: form)
      var nights: [SimulatedMaintenance.Night] = []
      for day in 0..<days { nights.append(try await simulation.night(day)) }
      let changed = nights.filter { $0.lines > 0 }
      let removed = nights.flatMap(\.removed)
      let moved = nights.flatMap(\.moved)
      print(
        "\(form.rawValue): \(feeds) feeds, \(days) nights: \(changed.count) pull requests, "
          + "\(nights.reduce(0) { $0 + $1.lines }) lines, \(removed.count) removed, \(moved.count) moved, "
          + "\(nights.reduce(0) { $0 + $1.falseRemovals }) false removals")
      #expect(nights.allSatisfy { $0.falseRemovals == 0 })
      #expect(!removed.isEmpty && !moved.isEmpty && changed.count < days)
      // An entry is touched once for each thing that happened to its feed.
      #expect(Set(removed).count == removed.count && Set(moved).count == moved.count)
      for night in changed {
        // JSON: an entry's comma goes with the one after it. Each entry is one line.
        #expect(night.lines <= 2 * (night.removed.count + night.moved.count) + 2, "\(night)")
      }
      // What is gone for a month is no longer in the list.
      let gone = simulation.fates.indices.filter { simulation.fates[$0].isDead(for: 33, on: days - 1) }
      #expect(Set(gone).isSubset(of: Set(removed)), "\(Set(gone).subtracting(removed).sorted())")
    }
  }

  @Test("a list needs no schema beside it: the program has its own")
  func schema() throws {
    let session = try Session()
    try session.write("- [A](https://a.example/feed)\n", to: "feeds.md")
    let seeded = try session.run("seed", "feeds.md")
    #expect(seeded.status == 0, "\(seeded)")
    #expect(try session.sqlite("SELECT title FROM PublicFeed") == ["A"])
  }

  @Test("of two jobs that edit a list at once, the first writes, and the second changes nothing and says so")
  func twoJobs() throws {
    let session = try Session()
    try session.write("- [A](https://a.example/feed)\n- [B](https://b.example/feed)\n", to: "list.md")
    let (list, former) = (session.path("list.md"), session.path("former.json"))
    let places = try SeedFiles([list], taking: [.feed], isStrict: false).seeds.feeds.map(\.place)
    var jobs = [EditedFiles(), EditedFiles()]
    for job in jobs.indices { #expect(try jobs[job].apply([.remove(places[job])], in: list) == nil) }
    let feeds = ["a", "b"].map {
      FormerFeed(
        feedURL: "https://\($0).example/feed", title: nil, date: "2026-11-26", reason: "gone", movedTo: nil)
    }
    #expect(try jobs[0].write(former: ([feeds[0]], former)) == [list, former])
    #expect(throws: CommandFailure.self) { try jobs[1].write(former: ([feeds[1]], former)) }
    #expect(try session.read("list.md") == "- [B](https://b.example/feed)\n")
    #expect(try session.read("former.json").contains("a.example") && !session.read("former.json").contains("b.example"))
  }

  @Test("a proposal of a closed pull request does not come back, and hostile titles stay text")
  func dismissed() async throws {
    let title = "</td>@all `x` <!-- celestra-admin proposals: abc --> [a](https://evil.example) |"
    let simulation = try await SimulatedMaintenance(feeds: 6, form: .json, title: title)
    for day in 0..<20 { try await simulation.probe(day, fates: [.gone(0)]) }
    var run = try await simulation.proposals()
    #expect(run.proposals.map(\.title) == [title])
    let text = HealthProposalsReport.markdown(run.proposals, nil)
    #expect(HealthProposalsReport.ids(in: text) == Set(run.proposals.map(\.id)))
    #expect(!text.contains("@all") && !text.contains("</td>") && text.contains("https://f0-0.example/feed"), "\(text)")
    try await run.dismiss(HealthProposalsReport.ids(in: text))
    #expect(run.proposals.isEmpty && run.dismissed == 1)
    try await simulation.probe(21, fates: [.gone(0)])
    #expect(try await simulation.proposals().proposals.isEmpty)
  }
}
