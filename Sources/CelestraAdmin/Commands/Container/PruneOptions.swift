import ArgumentParser
import CloudKitSchema
import Copying

/// The limit of the records that a copy deletes.
struct PruneOptions: ParsableArguments {
  /// The number of records of a type that a copy may always delete, unless `--max-delete` is less.
  private static let few = 100
  /// The number of records of a type that may be deleted although the source has none of the type.
  private static let fewOfEmptyType = 10
  /// The maximum number of records that CloudKit deletes with a record that they refer to.
  ///
  /// Source: Apple, "CKRecord.Reference": at most 750 references with a delete action to a record.
  private static let cascade = 750

  @Option(
    help: ArgumentHelp(
      "Maximum records of a type to delete: a number, or a percentage of the target's records. (default: 10%, "
        + "at least \(Self.few))", valueName: "limit"))
  var maxDelete: DeletionOptions.Limit?

  /// Returns why deletions are refused, or `nil` if they are within all limits.
  /// - Parameters:
  ///   - read: the numbers of records of the source by type.
  ///   - isSealed: whether the source is a complete backup, so that a type without records is no partial read.
  func problem(
    of pruning: CopyPruning, read: [RecordType.Name: Int], isSealed: Bool, from source: String, to target: String
  ) -> String? {
    if pruning.changes.isEmpty { return nil }
    if !isSealed, read.values.allSatisfy({ $0 == 0 }) {
      return "\(source) is empty: no record of \(target) is deleted, whatever --max-delete allows"
    }
    for (type, stored) in pruning.stored.sorted(by: { $0.key < $1.key }) {
      let count = pruning.count(of: type)
      if !isSealed, count > Self.fewOfEmptyType, read[type] == 0 {
        return "\(source) has no \(type) records: the \(stored) of \(target) are not deleted"
      }
      let limit = maxDelete ?? .percentage(10)
      if count <= max(limit.maximum(of: stored), maxDelete == nil ? Self.few : 0) { continue }
      return "would delete \(count) of \(stored) \(type) records of \(target), more than --max-delete \(limit);"
        + " check them with --dry-run, then pass --max-delete \(count)"
    }
    if let (name, count) = pruning.cascades.first(where: { $0.value > Self.cascade }) {
      return "deleting '\(name)' would delete \(count) records that refer to it with DELETE_SELF, more than"
        + " \(Self.cascade); delete those first"
    }
    return nil
  }
}
