package import CloudKitSchema

/// One change of a plan.
package struct PlannedChange: Hashable, Sendable {
  /// The operation: a create without a change tag, an update or a delete with one.
  package let operation: RecordOperation
  /// The title that reports show for the record.
  package let title: String
  /// The file that states the record; `nil` for a record that no file states.
  package let file: String?
  /// The position of the change among the steps of its planner, for planning it again; `nil` where there are no steps.
  package let step: Int?

  /// A change of a record, titled by the record's name by default.
  package init(_ operation: RecordOperation, title: String? = nil, file: String? = nil, step: Int? = nil) {
    self.operation = operation
    self.title = title ?? operation.record.name.rawValue
    self.file = file
    self.step = step
  }

  /// The name of the record.
  package var recordName: RecordName { operation.record.name }
  /// The type of the record.
  package var recordType: RecordType.Name { operation.record.type }
}

extension Record {
  /// A change of some fields, at the version the record was read at.
  package func change(
    _ fields: RecordFields, clearing cleared: Set<String> = [], title: String? = nil
  ) -> PlannedChange {
    let record = Record(type: type, name: name, changeTag: changeTag, fields: fields)
    return PlannedChange(RecordOperation(.update, record, clearing: cleared), title: title)
  }

  /// The deletion of the record, at the version it was read at.
  package func deletion(title: String? = nil) -> PlannedChange {
    PlannedChange(RecordOperation(.delete, Record(type: type, name: name, changeTag: changeTag)), title: title)
  }
}

extension Collection where Element == PlannedChange {
  /// How many changes delete a record.
  package var deletions: Int { count { $0.operation.kind.isDelete } }
}
