package import CloudKitRecords
package import CloudKitSchema

package struct CopyResult: Sendable {
  package struct Counts: Hashable, Sendable {
    /// The number of records read in the source.
    package internal(set) var read = 0
    /// The numbers of records that the target lacked, and that had other values there, before any pass wrote them.
    package internal(set) var new = 0, changed = 0
    /// The number of records that no pass had to write.
    package internal(set) var same = 0
    /// The number of changed records that `--only-missing` left.
    package internal(set) var kept = 0
    package internal(set) var created = 0, updated = 0, deleted = 0
    /// The number of records that could not be written or deleted.
    package internal(set) var failed = 0
    /// The number of records that only the target has; `nil` if they were not counted.
    package internal(set) var extra: Int?
    /// The number of the target's records; `nil` if they were not counted.
    package internal(set) var stored: Int?

    package init() {}
  }

  /// A record that was not copied.
  package struct Failure: Hashable, Sendable, CustomStringConvertible {
    package let recordType: RecordType.Name
    package let recordName: RecordName
    package let error: RecordError

    package var description: String { "\(recordType) \(recordName): \(error)" }
  }

  package internal(set) var types: [RecordType.Name: Counts] = [:]
  /// The failures of the last pass, up to `ChangeRun.failuresKept` per type.
  package internal(set) var failures: [RecordType.Name: [Failure]] = [:]
  /// The number of distinct records that copied records refer to and that neither container has.
  package internal(set) var danglingReferences = 0
  package internal(set) var danglingExamples: [RecordName] = []
  /// The numbers of records with a value in a field that the source's schema lacks, by type and field: `Page.rank`.
  package internal(set) var undeclared: [String: Int] = [:]
  /// The numbers of records with a file that is not copied, by type and field: `Page.image`.
  package internal(set) var lostAssets: [String: Int] = [:]
  /// The files that the changes of the last pass need, as often as records refer to them.
  package internal(set) var files = FileCount()
  /// The values that are not copied because the folder lacks their files, up to `ChangeRun.failuresKept`.
  package internal(set) var missingFiles: [Failure] = []
  package internal(set) var wasStopped = false
  package internal(set) var passes = 0
  /// The number of changes that the last pass planned.
  package internal(set) var planned = 0

  package init() {}

  package mutating func stop() { wasStopped = true }

  /// The number of records written so far.
  package var written: Int { total(\.created) + total(\.updated) }

  /// Whether another writer changed records that the last pass could not write.
  package var hasConflicts: Bool {
    failures.values.joined().contains { [.conflict, .exists, .notFound].contains($0.error.code) }
  }

  /// Returns the sum of a count over all types.
  package func total(_ count: KeyPath<Counts, Int>) -> Int { types.values.reduce(0) { $0 + $1[keyPath: count] } }
}
