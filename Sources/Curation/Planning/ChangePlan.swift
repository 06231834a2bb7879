package import Catalog
package import CloudKitRecords

/// Changes of a container's records that are made as they stand or not at all: what a plan file holds.
package struct ChangePlan: Hashable, Sendable {
  /// What the container was called when the plan was made.
  package let container: String
  /// How it keeps its catalogue.
  package let layout: CatalogLayout
  /// The moment the plan was made for.
  package let asOf: Timestamp
  /// The changes, in the order they are to be made; no two of one record.
  package let changes: [PlannedChange]
}

/// One change of a plan.
package struct PlannedChange: Hashable, Sendable {
  /// What is to be done: a create without change tag, an update or a delete with one.
  package let operation: RecordOperation
  /// What to call the record.
  package let title: String

  /// A change of the record people know by a title.
  package init(_ operation: RecordOperation, title: String) {
    self.operation = operation
    self.title = title
  }

  /// Whether a record is already as the change would have it; `nil` for one that is not there.
  func isDone(by existing: Record?) -> Bool {
    guard let existing else { return operation.kind.isDelete }
    if operation.kind.isDelete { return false }
    return operation.record.fields.allSatisfy { existing.fields[$0.key] == $0.value }
      && operation.cleared.allSatisfy { existing.fields[$0] == nil }
  }
}
