package import CloudKitSchema

/// The results of applied changes.
@dynamicMemberLookup
package struct ChangeOutcome: Hashable, Sendable {
  /// Numbers of changes by result.
  package struct Counts: Hashable, Sendable {
    /// Records created, updated and deleted.
    package fileprivate(set) var created = 0, updated = 0, deleted = 0
    /// Records that another writer had changed, and that needed no change when they were read again.
    package fileprivate(set) var settled = 0
    /// Changes that failed.
    package fileprivate(set) var failed = 0

    /// Changes that were written.
    package var written: Int { created + updated + deleted }

    /// No changes.
    package init() {}

    fileprivate mutating func add(_ other: Counts) {
      for count in Self.all { self[keyPath: count] += other[keyPath: count] }
    }

    private static var all: [WritableKeyPath<Counts, Int>] { [\.created, \.updated, \.deleted, \.settled, \.failed] }
  }

  /// A change that failed.
  package struct Failure: Hashable, Sendable, CustomStringConvertible {
    /// The operation's kind.
    package let kind: RecordOperation.Kind
    /// The record's type.
    package let recordType: RecordType.Name
    /// The record's name.
    package let recordName: RecordName
    /// The record's title.
    package let title: String
    /// The reason.
    package let error: RecordError

    package var description: String { "\(recordType) \(title): \(error)" }
  }

  /// Changes that were planned.
  package internal(set) var planned = 0
  /// Records that another writer had changed, and that were read again.
  package internal(set) var conflicts = 0
  /// The failures, up to the number that the run keeps.
  package private(set) var failures: [Failure] = []
  /// Whether the run was stopped before its end.
  package internal(set) var wasStopped = false
  private var total = Counts()
  private var types: [RecordType.Name: Counts] = [:]
  private var files: [String: Counts] = [:]

  /// No changes.
  package init() {}

  /// A number of all changes.
  package subscript(dynamicMember count: KeyPath<Counts, Int>) -> Int { total[keyPath: count] }

  /// The numbers of a record type.
  package func counts(ofType type: RecordType.Name) -> Counts { types[type] ?? Counts() }

  /// The numbers of the records that a file states.
  package func counts(ofFile file: String) -> Counts { files[file] ?? Counts() }

  /// How many changes have a result.
  package var done: Int { total.written + total.settled + total.failed }

  /// Counts a change that needed no operation when its record was read again.
  mutating func settle(_ change: PlannedChange) { count(change, \.settled) }

  /// Counts the result of a change.
  mutating func add(_ change: PlannedChange, _ error: RecordError?) {
    let operation = change.operation
    switch error {
    // Another run has deleted the record.
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

  private mutating func count(_ change: PlannedChange, _ count: WritableKeyPath<Counts, Int>) {
    total[keyPath: count] += 1
    types[change.recordType, default: Counts()][keyPath: count] += 1
    if let file = change.file { files[file, default: Counts()][keyPath: count] += 1 }
  }

  /// Adds the results of other changes.
  /// - Parameter limit: failures to keep.
  mutating func add(_ other: ChangeOutcome, keepingFailures limit: Int) {
    conflicts += other.conflicts
    total.add(other.total)
    for (type, counts) in other.types { types[type, default: Counts()].add(counts) }
    for (file, counts) in other.files { files[file, default: Counts()].add(counts) }
    failures += other.failures.prefix(max(0, limit - failures.count))
  }
}
