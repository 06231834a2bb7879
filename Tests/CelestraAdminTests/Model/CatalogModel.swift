import Catalog
import CloudKitRecords
import CloudKitSchema
import ConfigurationFile
import Curation
import Diagnostics
import FeedHealth
import Foundation
import ProbeHistory
import SQLiteStore

@testable import CelestraAdmin

/// A catalog with its files and its web, changed step by step as curators, jobs, and publishers do.
final class CatalogModel {
  struct Broken: Error, CustomStringConvertible { let description: String }

  /// A step and two numbers that choose what it concerns, so that a sequence stays valid without some of its steps.
  struct Step: Sendable, CustomStringConvertible {
    enum Kind: String, CaseIterable, Sendable {
      case add, addDuplicate, readd, drop, move, title, category, active, member
      case seed, seed2, plan, prune, probe, days, apply, write, setTitle, setURL, setActive, remove, merge, export,
        restore
      case webMoves, webDies, webReturns, webReplaces
    }

    let kind: Kind
    let first, second: Int

    var description: String { "\(kind.rawValue) \(first) \(second)" }
  }

  let truth: Configuration.Truth?
  let layout: CatalogLayout
  let schema: Schema
  let store: any RecordStore
  let history: SQLiteProbeHistory
  let folder: URL
  var web: ModelWeb
  var files = ModelFiles()
  var now = Timestamp(milliseconds: 1_795_219_200_000)
  /// The record names of each feed that the container has or had, unless a curator removed the feed.
  var names: [Int: Set<RecordName>] = [:]

  init(truth: Configuration.Truth?, schema: Schema, store: any RecordStore, feeds: Int) throws {
    self.truth = truth
    self.schema = schema
    self.store = store
    layout = try CatalogLayout(schema).orThrow("no layout")
    history = try SQLiteProbeHistory.inMemory()
    web = ModelWeb(feeds: feeds)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("celestra-model-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try writeFiles()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var reader: CatalogReader { CatalogReader(store, layout: layout, schema: schema) }

  func writeFiles() throws {
    try Data(files.json.utf8).write(to: folder.appendingPathComponent("feeds.json"))
    try Data(files.opml.utf8).write(to: folder.appendingPathComponent("list.opml"))
  }

  func seeds() throws -> SeedCatalog {
    try SeedFiles([folder.path], taking: SeedKind.allCases, isStrict: false).seeds
  }

  /// Returns all feeds of the container.
  func stored() async throws -> [Record] {
    var records: [Record] = []
    try await reader.forEachPage(of: .feeds) { records += $0 }
    return records.sorted { $0.name < $1.name }
  }

  func number(of record: Record) -> Int? { record[FeedField.feedURL]?.string.flatMap(ModelWeb.parts)?.feed }

  // MARK: Seeding

  func plan(_ seeds: SeedCatalog) async throws -> SeedPlan {
    var policy = SeedPolicy()
    policy.keepsStored = truth == .container
    policy.redirects = try await FeedRedirects.read(history)
    return try await SeedPlanner(store: store, schema: schema, layout: layout, asOf: now, policy: policy)
      .plan(seeds, findsOrphans: true)
  }

  func write(_ plan: SeedPlan) -> PlannedWrite {
    var write = PlannedWrite(plan.changes, to: ContainerName(file: "model"), store, Approval(yes: true))
    write.replan = plan.replan(in: store)
    write.dependencies = { [reader] in try await PlanDependencies(of: $0, in: reader).conflicts() }
    return write
  }

  /// Seeds from the files, as a run, a plan that is saved and applied, or with a prune.
  func seed(saving: Bool = false, pruning: Bool = false) async throws {
    let seeds = try seeds()
    var plan = try await plan(seeds)
    if plan.diagnostics.contains(where: { $0.severity == .error }) { return }
    let before = try await stored()
    if pruning { plan.removal = try await Removal(of: plan.orphans, in: reader, asOf: now) }
    let write = write(plan)
    let steps = Dictionary(grouping: write.changes, by: \.recordName)
    if let twice = steps.first(where: { $0.value.count > 1 }) {
      throw Broken(description: "two steps for \(twice.key)")
    }
    var outcome = ChangeOutcome()
    if saving {
      var diagnostics: [Diagnostic] = []
      let saved = PlanFileReader.read(SourceText(name: "plan.json", text: text(of: write.changes)), into: &diagnostics)
      guard let saved else { throw Broken(description: "the plan cannot be read: \(diagnostics.map(\.message))") }
      let conflicts = try await PlanDependencies(of: saved.changes, in: reader).conflicts()
      if let conflict = conflicts.first { throw Broken(description: "the plan is refused: \(conflict.reason)") }
      let applied = PlannedWrite(saved.changes, to: ContainerName(file: "model"), store, Approval(yes: true))
      try await applied.write(in: { store }, results: { outcome = $0 })
    } else {
      try await write.write(in: { store }, results: { outcome = $0 })
    }
    if outcome.failed > 0 { throw Broken(description: "failed: \(outcome.failures)") }
    try await checkSeeded(seeds, before: before)
  }

  private func text(of changes: [PlannedChange]) -> String {
    var file = PlanFile()
    var text = file.head(container: "model", environment: nil, layout: layout.rawValue, asOf: now)
    for change in changes { text += file.line(change) }
    return text + file.foot()
  }

  /// Checks what holds after every seed.
  private func checkSeeded(_ seeds: SeedCatalog, before: [Record]) async throws {
    let again = try await plan(seeds)
    if let change = again.changes.first { throw Broken(description: "a second seed changes \(change)") }
    let after = try await stored()
    let kept = Set(after.map(\.name))
    let stated = files.urls
    for record in before {
      guard let url = record[FeedField.feedURL]?.string, stated.contains(url) else { continue }
      if !kept.contains(record.name) { throw Broken(description: "\(url), which a file states, was deleted") }
    }
    try check(after)
  }

  /// Checks that each feed has its record names, and no address twice.
  func check(_ records: [Record]) throws {
    let keys = Dictionary(grouping: records) { $0[FeedField.feedURL]?.string.flatMap { try? FeedURL($0).key } }
    if let twice = keys.first(where: { $0.value.count > 1 }) {
      throw Broken(description: "two records for \(twice.key.map { "\($0)" } ?? "no address")")
    }
    var present: [Int: Set<RecordName>] = [:]
    for record in records {
      if let number = number(of: record) { present[number, default: []].insert(record.name) }
    }
    let stated = Set(files.all.compactMap { ModelWeb.parts(of: $0.url)?.feed })
    for (number, known) in names where stated.contains(number) {
      if known.isDisjoint(with: present[number] ?? []) {
        throw Broken(description: "feed \(number) had \(known), now \(present[number] ?? [])")
      }
    }
    // A feed that no file states can be pruned; what is added later may be another record.
    names = present.filter { stated.contains($0.key) }
  }
}

extension Optional {
  func orThrow(_ message: String) throws -> Wrapped {
    guard let self else { throw CatalogModel.Broken(description: message) }
    return self
  }
}
