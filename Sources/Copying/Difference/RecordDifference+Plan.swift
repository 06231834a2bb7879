package import CloudKitRecords

extension RecordDifference {
  /// Creates the difference that a planned change makes.
  /// - Parameter counts: whether a field counts.
  /// - Returns: `nil` for an update of no field that counts.
  package init?(_ change: PlannedChange, where counts: (String) -> Bool = { _ in true }) {
    let operation = change.operation
    kind = operation.kind.isDelete ? .gone : operation.kind.creates ? .new : .changed
    recordType = change.recordType
    recordName = change.recordName
    title = change.title
    values = kind == .gone ? change.before : kind == .new ? operation.record.fields : [:]
    fields = change.fieldChanges.filter { counts($0.field) }
    if kind == .changed, fields.isEmpty { return nil }
  }
}
