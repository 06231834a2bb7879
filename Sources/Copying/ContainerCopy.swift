package import AssetFiles
package import CloudKitRecords
package import CloudKitSchema

/// A copy of records from one container to another: creates missing records and updates those with other values.
///
/// A run can be repeated at any time: it finds what is done and does the rest. Nothing but the current page, the
/// requests under way and the source's names is in memory.
package struct ContainerCopy: Sendable {
  /// Receives planned changes and the number of records read so far.
  package typealias Visit = ([PlannedChange], Int) -> Void

  package internal(set) var result = CopyResult()
  /// The names of the source's records that queries returned in the last pass.
  package private(set) var seen = Set<RecordName>()

  let source, target: any RecordStore
  let types: [ComparedType]
  let comparison: ContainerComparison
  private let rules: RecordRules
  private let onlyMissing: Bool
  private let keepsVersions: Bool
  private let assets: AssetFolder?
  private let isDryRun: Bool
  /// The names of the records that some pass found new or changed.
  private var touched = Set<RecordName>()
  /// The names that records refer to and that were not seen when the records were read.
  private var referred: Set<RecordName> = []

  /// The maximum number of referred names to keep, as a schema does not declare the types that references refer to.
  private static let referredKept = 200_000

  /// - Parameters:
  ///   - schema: the schema of the target, which records must fit.
  ///   - onlyMissing: whether existing records stay as they are.
  ///   - keepsVersions: whether the target, a local container, keeps the dates, creators, and change tags of the
  ///     source.
  ///   - assets: the folder of the files that the target uploads; `nil` if it uploads none. A value whose file is
  ///     missing is not copied.
  package init(
    of types: [ComparedType], from source: any RecordStore, to target: any RecordStore, schema: Schema,
    onlyMissing: Bool = false, keepsVersions: Bool = false, ignoresEmptyLists: Bool, assets: AssetFolder? = nil,
    isDryRun: Bool = false
  ) {
    self.types = types
    self.source = source
    self.target = target
    comparison = ContainerComparison(of: source, with: target, ignoresEmptyLists: ignoresEmptyLists)
    rules = RecordRules(schema)
    self.onlyMissing = onlyMissing
    self.keepsVersions = keepsVersions
    self.assets = assets
    self.isDryRun = isDryRun
  }

  /// Compares all records once and applies the changes.
  /// - Parameter visit: called after each page with its changes.
  /// - Throws: if a store cannot continue, or `.stopped` in a cancelled task. The result includes everything done.
  package mutating func runPass(_ visit: Visit = { _, _ in }) async throws(RecordStoreError) {
    result.passes += 1
    result.planned = 0
    seen = Set<RecordName>()
    referred = []
    result.undeclared = [:]
    result.lostAssets = [:]
    result.files = FileCount()
    result.missingFiles = []
    for type in types { try await run(type, visit) }
    // These are counted per record, and the records were all read once.
    let counted = (result.undeclared, result.lostAssets, result.files, result.missingFiles)
    // A record with a VALIDATE reference needs its target, which may be of a later type or page.
    var waiting = types.filter { hasMissingTargets($0) }
    while !waiting.isEmpty, !isDryRun {
      let before = result.total(\.created)
      let others = seen
      seen = Set<RecordName>()
      for type in waiting { try await run(type, visit) }
      seen = others
      (result.undeclared, result.lostAssets, result.files, result.missingFiles) = counted
      if result.total(\.created) == before { break }
      waiting = waiting.filter { hasMissingTargets($0) }
    }
    try await countDanglingReferences()
  }

  private func hasMissingTargets(_ type: ComparedType) -> Bool {
    result.failures[type.name]?.contains { $0.error.code == .validatingReference } == true
  }

  private mutating func run(_ type: ComparedType, _ visit: Visit) async throws(RecordStoreError) {
    var counts = result.types[type.name] ?? CopyResult.Counts()
    let before = counts
    (counts.read, counts.same, counts.kept) = (0, 0, 0)
    var refused: [CopyResult.Failure] = []
    let readBefore = result.total(\.read) - before.read
    var run = ChangeRun(to: target, isDryRun: isDryRun)
    var failure: RecordStoreError?
    do throws(RecordStoreError) {
      try await run.apply(replan: nil) { (add) throws(RecordStoreError) in
        try await comparison.forEachPage(of: type, where: { seen.insert($0).inserted }) {
          (page) throws(RecordStoreError) in
          let changes = plan(page, of: type, &counts, &refused)
          visit(changes, readBefore + counts.read)
          try await add(changes)
        }
      }
    } catch {
      failure = error
    }
    counts.created += run.outcome.created
    counts.updated += run.outcome.updated
    counts.failed = refused.count + run.outcome.failed
    result.planned += run.outcome.planned
    result.types[type.name] = counts
    result.failures[type.name] =
      refused
      + run.outcome.failures.map {
        CopyResult.Failure(recordType: $0.recordType, recordName: $0.recordName, error: $0.error)
      }
    if failure == .stopped { result.wasStopped = true }
    if let failure { throw failure }
  }

  private mutating func plan(
    _ page: [RecordComparison], of type: ComparedType, _ counts: inout CopyResult.Counts,
    _ refused: inout [CopyResult.Failure]
  ) -> [PlannedChange] {
    counts.read += page.count
    let declared = Set(type.fields)
    return page.compactMap { compared in
      let record = compared.source
      note(record)
      if type.isWhole {
        for (name, _) in record.fields where !declared.contains(name) {
          result.undeclared["\(type.name).\(name)", default: 0] += 1
        }
      }
      for name in type.lostAssets where record.fields[name] != nil {
        result.lostAssets["\(type.name).\(name)", default: 0] += 1
      }
      let compared = withoutMissingFiles(compared)
      switch compared.difference {
      case .same:
        if !touched.contains(record.name) { counts.same += 1 }
        return nil
      case .changed where onlyMissing:
        counts.kept += 1
        return nil
      case .otherType(let type):
        refused.append(Self.failure(record, RecordError(.exists, "the target's record of this name is a \(type)")))
        return nil
      case .new: if touched.insert(record.name).inserted { counts.new += 1 }
      case .changed: if touched.insert(record.name).inserted { counts.changed += 1 }
      }
      guard var operation = compared.operation else { return nil }
      if keepsVersions, type.isWhole || operation.kind == .create {
        operation.version = record.version
        // The tag names a version with all values.
        if !type.isWhole { operation.version?.changeTag = nil }
      }
      // The record as it would be stored; fields that are left out are at most what the target already has.
      if let problem = rules.problem(of: operation.record) {
        refused.append(Self.failure(record, problem))
        return nil
      }
      if assets != nil { for asset in compared.written.values.flatMap(\.assets) { result.files.add(asset) } }
      var change = PlannedChange(operation, title: record.title)
      if case .changed(let names) = compared.difference, let target = compared.target {
        change.before = target.fields.filter { names.contains($0.key) }
        change.hasFormerValues = true
      }
      return change
    }
  }

  /// Returns a comparison without the values whose files the folder lacks, and notes them.
  private mutating func withoutMissingFiles(_ compared: RecordComparison) -> RecordComparison {
    guard let assets else { return compared }
    var missing: Set<String> = []
    for (field, value) in compared.written.sorted(by: { $0.key < $1.key }) {
      let problems = value.assets.compactMap { assets.problem(of: $0, in: field, readsContent: false) }
      if problems.isEmpty { continue }
      missing.insert(field)
      guard result.missingFiles.count < ChangeRun.failuresKept else { continue }
      result.missingFiles += problems.map { Self.failure(compared.source, $0) }
    }
    return missing.isEmpty ? compared : compared.excluding(missing)
  }

  private static func failure(_ record: Record, _ error: RecordError) -> CopyResult.Failure {
    CopyResult.Failure(recordType: record.type, recordName: record.name, error: error)
  }

  /// Notes the records that a record refers to and that were not yet seen.
  private mutating func note(_ record: Record) {
    // Subtracting the seen names would walk through all of them for each record.
    if referred.count < Self.referredKept { referred.formUnion(record.targets.filter { !seen.contains($0) }) }
  }

  private mutating func countDanglingReferences() async throws(RecordStoreError) {
    var missing = referred.filter { !seen.contains($0) }
    for store in [target, source] where !missing.isEmpty {
      for page in missing.sorted().recordPages {
        if Task.isCancelled { throw .stopped }
        for name in try await store.lookup(page, desiredFields: []).keys { missing.remove(name) }
      }
    }
    result.danglingReferences = missing.count
    result.danglingExamples = Array(missing.sorted().prefix(5))
  }
}
