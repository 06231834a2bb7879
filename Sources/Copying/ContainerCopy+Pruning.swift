package import CloudKitRecords
package import CloudKitSchema

/// The records that only the target has, to be deleted.
package struct CopyPruning: Sendable {
  /// The deletions in the order to apply: records that refer to others first.
  package fileprivate(set) var changes: [PlannedChange] = []
  /// The number of the target's records by type.
  package fileprivate(set) var stored: [RecordType.Name: Int] = [:]
  /// The remaining records that CloudKit deletes along, because they refer to deleted ones with DELETE_SELF.
  package fileprivate(set) var cascade: [PlannedChange] = []
  /// The numbers of them that refer to each deleted record.
  package fileprivate(set) var cascades: [RecordName: Int] = [:]

  /// Returns the number of deletions of a type.
  package func count(of type: RecordType.Name) -> Int { changes.count { $0.recordType == type } }

  /// The number of records of a type that may be deleted although the source has none of the type.
  private static let fewOfEmptyType = 10

  /// Returns why deletions are refused, whatever limit the user permits; `nil` if they are not.
  /// - Parameters:
  ///   - read: the numbers of records of the source by type.
  ///   - isSealed: whether the source is a complete backup, so that a type without records is not a partial read.
  package func problem(
    read: [RecordType.Name: Int], isSealed: Bool, from source: String, to target: String
  ) -> String? {
    if changes.isEmpty { return nil }
    if !isSealed, read.values.allSatisfy({ $0 == 0 }) {
      return "\(source) is empty: no record of \(target) is deleted, whatever --max-delete allows"
    }
    for (type, stored) in stored.sorted(by: { $0.key < $1.key }) where !isSealed && read[type] == 0 {
      if count(of: type) > Self.fewOfEmptyType {
        return "\(source) has no \(type) records: the \(stored) of \(target) are not deleted"
      }
    }
    let tooMany = cascades.filter { $0.value > DeletionCascade.limit }
    if let (name, count) = tooMany.min(by: { $0.key < $1.key }) {
      return "deleting '\(name)' would delete \(count) records that refer to it with DELETE_SELF, more than"
        + " \(DeletionCascade.limit); delete those first"
    }
    return nil
  }
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
    var owned: [RecordName: [Record]] = [:]
    var read = 0
    func visit(_ page: [Record]) {
      read += page.count
      progress(read)
      for record in page {
        for target in record.ownedBy {
          owned[target, default: []].append(Record(type: record.type, name: record.name))
        }
      }
    }
    for type in types.reversed() where type.filters.isEmpty && type.names == nil && !partial.contains(type.name) {
      let fields = schema.recordType(named: type.name)?.fields.filter {
        $0.type.primitive == .reference && !SystemField.isReserved($0.name) || Record.titleFields.contains($0.name)
      }
      var deletions: [PlannedChange] = []
      let stored = try await comparison.forEachExtraPage(
        of: type, fields: (fields ?? []).map(\.name), besides: seen, visit: visit
      ) { deletions += $0.map { $0.deletion(title: $0.title) } }
      pruning.stored[type.name] = stored
      pruning.changes += deletions
      result.types[type.name, default: CopyResult.Counts()].extra = deletions.count
      result.types[type.name, default: CopyResult.Counts()].stored = stored
    }
    var doomed = Set(pruning.changes.map(\.recordName))
    for name in doomed {
      let sources = owned[name]?.count { !doomed.contains($0.name) } ?? 0
      if sources > 0 { pruning.cascades[name] = sources }
    }
    var targets = doomed.sorted()
    while !targets.isEmpty {
      let found = targets.flatMap { owned[$0] ?? [] }.filter { doomed.insert($0.name).inserted }
      pruning.cascade += found.map { $0.deletion() }
      targets = found.map(\.name)
    }
    return pruning
  }

  /// Returns the deletions of records that the source has meanwhile.
  package func conflicts(
    of deletions: [PlannedChange]
  ) async throws(RecordStoreError) -> [ChangePlanCheck.Conflict] {
    var found: [ChangePlanCheck.Conflict] = []
    for page in deletions.recordPages {
      if Task.isCancelled { throw .stopped }
      let existing = try await source.lookup(page.map(\.recordName), desiredFields: [])
      found += page.filter { existing[$0.recordName] != nil }.map { ($0, "the source has a record of this name") }
    }
    return found
  }

  package mutating func add(deletions outcome: ChangeOutcome) {
    for type in types { result.types[type.name]?.deleted += outcome.counts(ofType: type.name).deleted }
    if outcome.wasStopped { result.stop() }
    for problem in outcome.failures {
      result.types[problem.recordType]?.failed += 1
      result.failures[problem.recordType, default: []].append(
        CopyResult.Failure(recordType: problem.recordType, recordName: problem.recordName, error: problem.error))
    }
  }
}

extension Record {
  /// The records whose deletion deletes this record.
  fileprivate var ownedBy: Set<RecordName> {
    Set(fields.values.flatMap(\.references).filter { $0.action == .deleteSelf }.map(\.recordName))
  }
}
