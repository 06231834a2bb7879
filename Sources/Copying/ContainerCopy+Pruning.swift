package import CloudKitRecords
package import CloudKitSchema

/// The records that only the target has, to be deleted.
package struct CopyPruning: Sendable {
  /// The deletions in the order to apply: records that refer to others first.
  package fileprivate(set) var changes: [PlannedChange] = []
  /// The number of the target's records by type.
  package fileprivate(set) var stored: [RecordType.Name: Int] = [:]
  /// The number of remaining records that CloudKit deletes along, by the deleted record that they refer to.
  package fileprivate(set) var cascades: [RecordName: Int] = [:]

  /// Returns the number of deletions of a type.
  package func count(of type: RecordType.Name) -> Int { changes.count { $0.recordType == type } }
}

extension ContainerCopy {
  /// Whether everything was copied, so that records may be deleted.
  package var mayPrune: Bool {
    result.passes > 0 && !result.wasStopped && result.total(\.failed) == 0 && result.undeclared.isEmpty
  }

  /// Finds the target's records that the source does not have. Each one is looked up in the source, which is immediate,
  /// unlike a query. After a pass that did not copy everything, finds none.
  /// - Parameters:
  ///   - schema: the schema of the target.
  ///   - partial: the types of which the source may have more records than it shows.
  package mutating func findExtra(
    schema: Schema, besides partial: Set<RecordType.Name> = [], progress: @escaping (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) -> CopyPruning {
    guard result.passes == 0 || mayPrune else { return CopyPruning() }
    var pruning = CopyPruning()
    // Records that the target's other records refer to with DELETE_SELF, by their sources.
    var owned: [RecordName: [RecordName]] = [:]
    var read = 0
    func visit(_ page: [Record]) {
      read += page.count
      progress(read)
      for record in page {
        for target in record.ownedBy { owned[target, default: []].append(record.name) }
      }
    }
    for type in types.reversed() where type.filters.isEmpty && type.names == nil && !partial.contains(type.name) {
      let references = schema.recordType(named: type.name)?.fields.filter {
        $0.type.primitive == .reference && !SystemField.isReserved($0.name)
      }
      var deletions: [PlannedChange] = []
      let stored = try await comparison.forEachExtraPage(
        of: type, fields: (references ?? []).map(\.name), besides: seen, visit: visit
      ) { deletions += $0.map { $0.deletion() } }
      pruning.stored[type.name] = stored
      pruning.changes += deletions
      result.types[type.name, default: CopyResult.Counts()].extra = deletions.count
      result.types[type.name, default: CopyResult.Counts()].stored = stored
    }
    let doomed = Set(pruning.changes.map(\.recordName))
    for name in doomed {
      let sources = owned[name]?.count { !doomed.contains($0) } ?? 0
      if sources > 0 { pruning.cascades[name] = sources }
    }
    return pruning
  }

  /// Deletes records with the change tags that were read. A record that changed since then, or that the source has
  /// meanwhile, stays.
  package mutating func prune(
    _ pruning: CopyPruning, progress: @escaping (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) {
    var waiting: [PlannedChange] = []
    for page in pruning.changes.recordPages {
      if Task.isCancelled { throw .stopped }
      let existing = try await source.lookup(page.map(\.recordName), desiredFields: [])
      waiting += page.filter { existing[$0.recordName] == nil }
    }
    // A record that another refers to with VALIDATE can be deleted only after the other.
    while !waiting.isEmpty {
      var run = ChangeRun(to: target)
      var failure: RecordStoreError?
      do throws(RecordStoreError) { try await run.apply(waiting, progress: progress) } catch { failure = error }
      for type in types {
        result.types[type.name]?.deleted += run.outcome.counts(ofType: type.name).deleted
      }
      if run.outcome.wasStopped { result.wasStopped = true }
      let blocked = Set(run.outcome.failures.filter { $0.error.code == .validatingReference }.map(\.recordName))
      let isStuck = run.outcome.deleted == 0 || failure != nil || result.wasStopped
      for problem in run.outcome.failures where isStuck || !blocked.contains(problem.recordName) {
        result.types[problem.recordType]?.failed += 1
        result.failures[problem.recordType, default: []].append(
          CopyResult.Failure(recordType: problem.recordType, recordName: problem.recordName, error: problem.error))
      }
      if let failure { throw failure }
      if isStuck { return }
      waiting = waiting.filter { blocked.contains($0.recordName) }
    }
  }
}

extension Record {
  /// The records whose deletion deletes this record.
  fileprivate var ownedBy: Set<RecordName> {
    Set(
      fields.values.flatMap { $0.list ?? [$0] }.compactMap(\.reference).filter { $0.action == .deleteSelf }
        .map(\.recordName))
  }
}
