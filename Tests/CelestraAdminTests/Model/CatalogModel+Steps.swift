import Catalog
import CloudKitRecords
import ConfigurationFile
import Curation
import Diagnostics
import FeedHealth
import Foundation
import SQLiteStore

@testable import CelestraAdmin

extension CatalogModel {
  /// Makes a step, or nothing if the state does not allow it.
  /// - Throws: `Broken` if something does not hold.
  func take(_ step: Step) async throws {
    switch step.kind {
    case .add, .addDuplicate, .readd, .move, .title, .category, .active, .member: try await edit(step)
    case .drop:
      try await edit(step)
      // One pull request removes a feed from a list and a collection, and its workflow prunes.
      if step.second % 2 == 0 { try await seed(pruning: truth != .container) }
    case .seed, .seed2: try await seed()
    case .plan: try await seed(saving: true, pruning: truth != .container && step.first % 2 == 0)
    case .prune: try await seed(pruning: truth != .container)
    case .probe: try await probe()
    case .days:
      for _ in 0..<(2 + step.first % 20) { try await probe() }
    case .apply, .write: try await propose(step)
    case .setTitle, .setURL, .setActive, .remove, .merge: try await command(step)
    case .export, .restore: try await export(step)
    case .webMoves: if !isMoving(step.first) { web.feeds[step.first % web.feeds.count].address += 1 }
    case .webDies: web.feeds[step.first % web.feeds.count].isGone = true
    case .webReturns: web.feeds[step.first % web.feeds.count].isGone = false
    case .webReplaces: web.feeds[step.first % web.feeds.count].predecessors += 1
    }
  }

  private func isMoving(_ number: Int) -> Bool { web.feeds[number % web.feeds.count].address > 3 }

  // MARK: Files

  private func edit(_ step: Step) async throws {
    let number = step.first % web.feeds.count
    let isList = step.second % 3 == 0
    let current = ModelWeb.url(number, web.feeds[number].address)
    let own = files.own.firstIndex { ModelWeb.parts(of: $0.url)?.feed == number }
    let list = files.list.firstIndex { ModelWeb.parts(of: $0.url)?.feed == number }
    switch step.kind {
    case .add, .readd:
      guard own == nil, list == nil else { return }
      // A curator who adds a feed again looks up the address that the container has, if it has the feed.
      let stored = try await stored().first { self.number(of: $0) == number }?[FeedField.feedURL]?.string
      let entry = ModelFiles.Entry(url: stored ?? current, title: step.second % 2 == 0 ? "T\(number)" : nil)
      if isList { files.list.append(entry) } else { files.own.append(entry) }
    case .addDuplicate:
      guard let own, list == nil, files.own[own].former.isEmpty, files.own[own].url == current else { return }
      files.list.append(files.own[own])
    case .drop:
      if let own { files.own.remove(at: own) }
      if let list { files.list.remove(at: list) }
      names[number] = nil
    case .move:
      for (index, place) in [(own, \ModelFiles.own), (list, \ModelFiles.list)] {
        guard let index, files[keyPath: place][index].url != current else { continue }
        let old = files[keyPath: place][index].url
        files[keyPath: place][index].url = current
        files[keyPath: place][index].former = files[keyPath: place][index].former.filter { $0 != current } + [old]
      }
    case .title:
      if let own { files.own[own].title = "N\(step.second % 9)" }
      if let list { files.list[list].title = "N\(step.second % 9)" }
    case .category: if let own, layout.hasTaxonomy { files.own[own].category = "c\(step.second % 2)" }
    case .active: if let own { files.own[own].isActive = [nil, true, false][step.second % 3] }
    case .member:
      guard let own, layout.hasTaxonomy else { return }
      files.own[own].isMember.toggle()
      if step.second % 2 == 0 { for index in files.own.indices { files.own[index].isMember = true } }
    default: return
    }
    try writeFiles()
  }

  // MARK: Health

  private func probe() async throws {
    now = Timestamp(milliseconds: now.milliseconds + 90_000_000)
    var run = ProbeRun(reader, schema: schema, fetcher: ModelFetcher(web), history: history, asOf: now)
    var selection = ProbeSelection()
    selection.includesAll = true
    try await run.run(selection)
  }

  private func propose(_ step: Step) async throws {
    var run = ProposalRun(reader, history: history, kinds: Set(FeedProposal.Kind.allCases))
    try await run.find()
    if step.kind == .apply {
      if truth == .files { return }
      try await run.apply(Set(FeedProposal.Kind.allCases))
    } else {
      if truth == .container { return }
      _ = try WrittenProposals(run.proposals, to: [folder.path], layout: layout)
      files.read(try seeds())
    }
    try check(try await stored())
  }

  // MARK: Commands

  private func command(_ step: Step) async throws {
    let records = try await stored()
    if records.isEmpty || truth == .files { return }
    let record = records[step.first % records.count]
    guard let number = number(of: record), let url = record[FeedField.feedURL]?.string else { return }
    switch step.kind {
    case .remove:
      let removal = try await Removal(of: [SeedOrphan(record, .feed)], in: reader, asOf: now)
      try await apply(removal.changes)
      names[number]?.remove(record.name)
      if names[number]?.isEmpty == true { names[number] = nil }
      return
    case .merge:
      guard let other = records.first(where: { self.number(of: $0) == number && $0.name != record.name }) else {
        return
      }
      let merge = try await FeedMerge(of: other, into: record, in: reader, asOf: now)
      try await apply(merge.subscriptionChanges + merge.moves)
      let rest = try await FeedMerge(of: other, into: record, in: reader, asOf: now)
      try await apply(rest.moves + rest.removals)
      return
    default: break
    }
    var seed = FeedSeed(feedURL: url, authority: .named, place: CatalogEditor.place)
    switch step.kind {
    case .setTitle: seed.fields[FeedField.title] = .string("C\(step.second % 9)")
    case .setActive: seed.fields[FeedField.isActive] = .flag(step.second % 2 == 0)
    case .setURL:
      let new = ModelWeb.url(number, web.feeds[number].address)
      if records.contains(where: { $0[FeedField.feedURL] == .string(new) }) { return }
      seed.feedURL = new
    default: return
    }
    let plan = try await CatalogEditor(reader, asOf: now).plan(feeds: [(seed, record)], allowsCredentials: true)
    try await apply(plan.changes)
  }

  private func apply(_ changes: [PlannedChange]) async throws {
    let write = PlannedWrite(changes, to: ContainerName(file: "model"), store, Approval(yes: true))
    var outcome = ChangeOutcome()
    try await write.write(in: { store }, results: { outcome = $0 })
    if outcome.failed > 0 { throw Broken(description: "failed: \(outcome.failures)") }
  }

  // MARK: Exports

  /// Exports the container. As the files, it must leave nothing to do; in another container, it gives equal records.
  private func export(_ step: Step) async throws {
    var text = ""
    _ = try await CatalogExport(reader, ExportSelection()).write(as: .json, title: "Feeds") { text += $0 }
    let source = SourceText(name: "export.json", text: text)
    let file = SeedFileReader.read(source, isStrict: false)
    if let error = file.diagnostics.first(where: { $0.severity == .error }) {
      throw Broken(description: "the export cannot be seeded: \(error.message)")
    }
    let plan = try await plan(file.seeds)
    if let change = plan.changes.first { throw Broken(description: "after an export there is a change: \(change)") }
    if step.kind == .export {
      if truth == .files { return }
      files = ModelFiles()
      files.read(file.seeds)
      try writeFiles()
      return
    }
    let restored = try LocalContainer.inMemory(schema: schema) { [now] in now }
    let again = try await SeedPlanner(store: restored, schema: schema, layout: layout, asOf: now).plan(file.seeds)
    let write = PlannedWrite(again.changes, to: ContainerName(file: "restored"), restored, Approval(yes: true))
    try await write.write(in: { restored }, results: { _ in })
    var records: [Record] = []
    try await CatalogReader(restored, layout: layout, schema: schema).forEachPage(of: .feeds) { records += $0 }
    let urls = { (records: [Record]) in Set(records.map { "\($0.name) \($0[FeedField.feedURL]?.string ?? "")" }) }
    let expected = urls(try await stored())
    if urls(records) != expected {
      throw Broken(
        description: "restored \(urls(records).subtracting(expected)) instead of \(expected.subtracting(urls(records)))"
      )
    }
  }
}
