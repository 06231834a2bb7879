package import CloudKitSchema

package struct PlannedChange: Hashable, Sendable {
  /// The operation: a create without a change tag, or an update or delete with one.
  package let operation: RecordOperation
  /// The title that reports show for the record.
  package let title: String
  /// The file that declares the record; `nil` if no file declares it.
  package let file: String?
  /// The former values of the fields that an update sets or clears, as far as they were read and not empty.
  package var before: RecordFields = [:]
  /// Whether `before` is complete; that of a deletion then has all fields of the record.
  package var hasFormerValues = false
  /// For the deletion of a feed: the record types of which the plan moves or deletes all records that refer to it.
  package var emptied: Set<RecordType.Name> = []

  /// Creates a change, titled with the record's name by default.
  package init(_ operation: RecordOperation, title: String? = nil, file: String? = nil) {
    self.operation = operation
    self.title = title ?? operation.record.name.rawValue
    self.file = file
  }

  package var recordName: RecordName { operation.record.name }
  package var recordType: RecordType.Name { operation.record.type }

  /// The fields that an update changes, by name.
  package var fieldChanges: [FieldChange] {
    guard operation.kind == .update else { return [] }
    return Set(operation.record.fields.keys).union(operation.cleared).sorted().map {
      FieldChange(field: $0, old: before[$0], new: operation.record.fields[$0])
    }
  }
}

package struct FieldChange: Hashable, Sendable {
  package let field: String
  /// `nil` for a field that is empty or was not read.
  package let old: FieldValue?
  /// `nil` clears the field.
  package let new: FieldValue?

  package init(field: String, old: FieldValue?, new: FieldValue?) {
    self.field = field
    self.old = old
    self.new = new
  }
}

extension Record {
  /// Returns a change of some fields, based on the version of the record that was read.
  package func change(
    _ fields: RecordFields, clearing cleared: Set<String> = [], title: String? = nil, file: String? = nil
  ) -> PlannedChange {
    let record = Record(type: type, name: name, changeTag: changeTag, fields: fields)
    var change = PlannedChange(RecordOperation(.update, record, clearing: cleared), title: title, file: file)
    change.before = self.fields.filter { fields[$0.key] != nil || cleared.contains($0.key) }
    return change
  }

  /// Returns a deletion, based on the version of the record that was read.
  package func deletion(title: String? = nil) -> PlannedChange {
    PlannedChange(RecordOperation(.delete, Record(type: type, name: name, changeTag: changeTag)), title: title)
  }
}

extension Collection where Element == PlannedChange {
  package var deletions: Int { count { $0.operation.kind.isDelete } }
}
