package import CloudKitSchema

/// The results of applied changes.
@dynamicMemberLookup
package struct ChangeOutcome: Hashable, Sendable {
  /// The numbers of changes by result.
  package struct Counts: Hashable, Sendable {
    package fileprivate(set) var created = 0, updated = 0, deleted = 0
    /// The number of records that another writer had changed and that needed no change after they were read again.
    package fileprivate(set) var settled = 0
    package fileprivate(set) var failed = 0

    package var written: Int { created + updated + deleted }

    package init() {}

    fileprivate mutating func add(_ other: Counts) {
      for count in Self.all { self[keyPath: count] += other[keyPath: count] }
    }

    private static var all: [WritableKeyPath<Counts, Int>] { [\.created, \.updated, \.deleted, \.settled, \.failed] }
  }

  package struct Failure: Hashable, Sendable, CustomStringConvertible {
    package let kind: RecordOperation.Kind
    package let recordType: RecordType.Name
    package let recordName: RecordName
    package let title: String
    package let error: RecordError

    package var description: String { "\(recordType) \(title): \(error)" }

    /// Whether the record does not exist: its creation failed, and not because another writer has created it.
    var leavesNone: Bool { kind == .create && error.code != .exists && error.code != .conflict }
  }

  /// A change that was not sent.
  package struct Kept: Hashable, Sendable {
    package let recordName: RecordName
    package let kind: RecordOperation.Kind

    package init(recordName: RecordName, kind: RecordOperation.Kind) {
      self.recordName = recordName
      self.kind = kind
    }
  }

  package internal(set) var planned = 0
  /// The number of records that another writer had changed and that were read again.
  package internal(set) var conflicts = 0
  /// The number of changes that the store refused and that were amended.
  package internal(set) var amended = 0
  /// The failures, up to the maximum that the run keeps.
  package private(set) var failures: [Failure] = []
  package internal(set) var wasStopped = false
  /// The changes that were not sent, because one before them failed or the run was stopped; of a run that deletes last,
  /// its deletions.
  package private(set) var kept: Set<Kept> = []
  private var total = Counts()
  private var types: [RecordType.Name: Counts] = [:]
  private var files: [String: Counts] = [:]

  package init() {}

  package subscript(dynamicMember count: KeyPath<Counts, Int>) -> Int { total[keyPath: count] }

  package func counts(ofType type: RecordType.Name) -> Counts { types[type] ?? Counts() }

  package func counts(ofFile file: String) -> Counts { files[file] ?? Counts() }

  package var done: Int { total.written + total.settled + total.failed }

  /// Counts a change that needed no operation when its record was read again.
  mutating func settle(_ change: PlannedChange) { count(change, \.settled) }

  mutating func add(_ change: PlannedChange, _ error: RecordError?) {
    let operation = change.operation
    switch error {
    // Another run has already deleted the record.
    case .some(let error) where error.code != .notFound || !operation.kind.isDelete:
      count(change, \.failed)
      failures.append(
        Failure(
          kind: operation.kind, recordType: operation.record.type, recordName: operation.record.name,
          title: change.title, error: error))
    default:
      count(change, operation.kind.isDelete ? \.deleted : operation.kind == .create ? \.created : \.updated)
    }
  }

  /// Takes back failures of changes that are sent again.
  mutating func withdrawFailures(of changes: [PlannedChange]) {
    let names = Set(changes.map(\.recordName))
    failures.removeAll { names.contains($0.recordName) }
    for change in changes { count(change, \.failed, -1) }
    planned -= changes.count
  }

  private mutating func count(
    _ change: PlannedChange, _ count: WritableKeyPath<Counts, Int>, _ number: Int = 1
  ) {
    total[keyPath: count] += number
    types[change.recordType, default: Counts()][keyPath: count] += number
    if let file = change.file { files[file, default: Counts()][keyPath: count] += number }
  }

  /// Notes that changes are not made.
  package mutating func keep(_ changes: [PlannedChange]) {
    kept.formUnion(changes.map { Kept(recordName: $0.recordName, kind: $0.operation.kind) })
  }

  package mutating func add(_ other: ChangeOutcome, keepingFailures limit: Int) {
    planned += other.planned
    conflicts += other.conflicts
    amended += other.amended
    kept.formUnion(other.kept)
    wasStopped = wasStopped || other.wasStopped
    total.add(other.total)
    for (type, counts) in other.types { types[type, default: Counts()].add(counts) }
    for (file, counts) in other.files { files[file, default: Counts()].add(counts) }
    failures += other.failures.prefix(max(0, limit - failures.count))
  }
}
