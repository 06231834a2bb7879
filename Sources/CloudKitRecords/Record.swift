package import CloudKitSchema

/// The fields of a record that have a value, by name.
package typealias RecordFields = [String: FieldValue]

package struct Record: Hashable, Sendable {
  package var type: RecordType.Name
  package var name: RecordName
  /// The change tag of the version that was read; `nil` for a record that was never stored.
  package var changeTag: String?
  /// The fields that have a value, system fields excluded.
  package var fields: RecordFields
  /// The creation date and user; `nil` for a record that was never stored.
  package var created: Authorship?
  /// The date and user of the last modification; `nil` for a record that was never stored.
  package var modified: Authorship?

  /// Creates a record, not yet stored by default.
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

  package var targets: Set<RecordName> {
    Set(fields.values.flatMap(\.references).map(\.recordName))
  }

  package static let titleFields = ["title", "name"]

  /// What people call the record: its title or name, or its record name if it has neither.
  package var title: String {
    Self.titleFields.lazy.compactMap { fields[$0]?.string }.first { !$0.isEmpty } ?? name.rawValue
  }

  package subscript(field: String) -> FieldValue? {
    get { fields[field] }
    set { fields[field] = newValue }
  }
}

/// What a store sets when it writes a record.
package struct RecordVersion: Hashable, Sendable {
  /// `nil` for a new change tag.
  package var changeTag: String?
  package let created, modified: Authorship?
}

extension Record {
  package var version: RecordVersion { RecordVersion(changeTag: changeTag, created: created, modified: modified) }
}

/// The date and user of a change to a record.
package struct Authorship: Hashable, Sendable {
  package let at: Timestamp
  /// The user's record name; `nil` if the store does not identify users.
  package let by: RecordName?

  package init(at: Timestamp, by: RecordName? = nil) {
    self.at = at
    self.by = by
  }
}
