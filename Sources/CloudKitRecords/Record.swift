package import CloudKitSchema

/// A record as a store gives it or takes it.
package struct Record: Hashable, Sendable {
  /// Its type's name.
  package var type: RecordType.Name
  /// Its name.
  package var name: RecordName
  /// The version it was read at; `nil` for one that no store has seen.
  package var changeTag: String?
  /// The fields that have a value, system fields left out.
  package var fields: RecordFields
  /// When it was created, and by whom; `nil` for one that no store has seen.
  package var created: Authorship?
  /// When it was last changed, and by whom; `nil` for one that no store has seen.
  package var modified: Authorship?

  /// A record, not yet stored by default.
  package init(
    type: RecordType.Name, name: RecordName, changeTag: String? = nil, fields: RecordFields = [:],
    created: Authorship? = nil, modified: Authorship? = nil
  ) {
    self.type = type
    self.name = name
    self.changeTag = changeTag
    self.fields = fields
    self.created = created
    self.modified = modified
  }

  /// The value of a field; `nil` where the record has none.
  package subscript(field: String) -> FieldValue? {
    get { fields[field] }
    set { fields[field] = newValue }
  }
}

/// When something was done to a record, and by whom.
package struct Authorship: Hashable, Sendable {
  /// When.
  package let at: Timestamp
  /// The user's record name; `nil` where the store does not know users.
  package let by: RecordName?

  /// A moment and a user.
  package init(at: Timestamp, by: RecordName? = nil) {
    self.at = at
    self.by = by
  }
}
