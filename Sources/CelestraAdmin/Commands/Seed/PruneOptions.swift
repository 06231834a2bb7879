import ArgumentParser
import Catalog
import CloudKitRecords
import Curation
import Diagnostics

/// Whether what the seed folders do not state is deleted.
struct PruneOptions: ParsableArguments {
  @Flag(help: "Delete what the container has and the seed folders do not state, after asking; takes folders only.")
  var prune = false

  /// Refuses to prune by single files, which never state all there should be.
  func check(isWhole: Bool) throws {
    if prune, !isWhole {
      throw ValidationError(
        "--prune deletes what the seed files do not state, so it takes whole folders: name no single file")
    }
  }

  /// What it takes to delete the orphans of a plan; `nil` where that is not asked for.
  func removal(
    of plan: SeedPlan, in opened: ContainerOptions.Opened, asOf: Timestamp
  ) async throws -> Removal? {
    guard prune else { return nil }
    return try await RemovalPlanner(opened.reader, asOf: asOf).plan(plan.orphans)
  }

  /// Asks whether records are to be deleted, where there are some.
  /// - Parameter isGiven: whether the answer is known to be yes.
  func isWanted(_ removal: Removal?, of plan: SeedPlan, in container: String, isGiven: Bool) throws -> Bool {
    guard let removal, !removal.changes.isEmpty else { return true }
    let counts = SeedKind.allCases.compactMap { kind in
      let count = plan.orphans.count { $0.kind == kind && $0.keptBecause == nil }
      return count == 0 ? nil : count.of(kind.rawValue, kind.plural)
    }
    let isWanted = try Confirmation.ask(
      "\(RemovalStakes(removal).text)delete \(counts.joined(separator: ", ")) from \(container)?", isGiven: isGiven)
    if !isWanted { Terminal.standardError.write("nothing was written\n") }
    return isWanted
  }
}

/// What is at stake when records are removed, in words.
struct RemovalStakes {
  private let removal: Removal

  /// The stakes of a removal.
  init(_ removal: Removal) { self.removal = removal }

  /// A line for each kind of record that is affected, with what becomes of it.
  var text: String {
    var text = ""
    if removal.subscriptions > 0 {
      text += "\(removal.subscriptions.of("subscriber")) would lose their feed; the subscriptions stay\n"
    }
    if removal.articles > 0 { text += "\(removal.articles.of("article")) would be of no feed; they stay\n" }
    if removal.metadata > 0 { text += "\(removal.metadata.of("metadata record")) would be deleted with the feeds\n" }
    if !removal.collections.isEmpty {
      let titles = removal.collections.prefix(5).map { "'\(DisplayText.line($0))'" }.joined(separator: ", ")
      let more = removal.collections.count > 5 ? " and \(removal.collections.count - 5) more" : ""
      text += "\(removal.collections.count.of("collection")) would lose feeds: \(titles)\(more)\n"
    }
    return text
  }
}
