package import CloudKitSchema

package struct PlannedChange: Hashable, Sendable {
  /// The operation: a create without a change tag, or an update or delete with one.
  package let operation: RecordOperation
  /// The title that reports show for the record.
  package let title: String
  /// The file that declares the record; `nil` if no file declares it.
  package let file: String?

  /// Creates a change, titled with the record's name by default.
  package init(_ operation: RecordOperation, title: String? = nil, file: String? = nil) {
    self.operation = operation
    self.title = title ?? operation.record.name.rawValue
    self.file = file
  }

  package var recordName: RecordName { operation.record.name }
  package var recordType: RecordType.Name { operation.record.type }
}

extension Record {
  /// Returns a change of some fields, based on the version of the record that was read.
  package func change(
    _ fields: RecordFields, clearing cleared: Set<String> = [], title: String? = nil
  ) -> PlannedChange {
    let record = Record(type: type, name: name, changeTag: changeTag, fields: fields)
    return PlannedChange(RecordOperation(.update, record, clearing: cleared), title: title)
  }

  /// Returns a deletion, based on the version of the record that was read.
  package func deletion(title: String? = nil) -> PlannedChange {
    PlannedChange(RecordOperation(.delete, Record(type: type, name: name, changeTag: changeTag)), title: title)
  }
}

extension Collection where Element == PlannedChange {
  package var deletions: Int { count { $0.operation.kind.isDelete } }
}
