package import CloudKitSchema
package import Diagnostics

/// The record types and fields that an app writes, with the declarations they come from.
package struct WrittenSchema: Sendable {
  /// Sorted by name.
  package internal(set) var recordTypes: [WrittenRecordType] = []
  /// Fields that declarations need with different types.
  package internal(set) var conflicts: [Diagnostic] = []

  package init() {}

  package func recordType(named name: RecordType.Name) -> WrittenRecordType? {
    recordTypes.first { $0.name == name }
  }

  /// Adds what else an app writes. The first declaration of a field counts; a conflict of types is a finding.
  package mutating func add(_ other: WrittenSchema) {
    conflicts += other.conflicts
    var indices = Dictionary(uniqueKeysWithValues: recordTypes.enumerated().map { ($1.name, $0) })
    for type in other.recordTypes {
      if let index = indices[type.name] {
        conflicts += recordTypes[index].add(type.fields)
      } else {
        indices[type.name] = recordTypes.count
        recordTypes.append(type)
      }
    }
    recordTypes.sort { $0.name < $1.name }
  }
}

package struct WrittenRecordType: Sendable {
  /// The declaration that the record type comes from, such as `entity 'Post'`.
  package let origin: String
  package let name: RecordType.Name
  /// `nil` for record types that no single declaration makes, such as the one of many-to-many relationships.
  package let place: ManagedModel.Place?
  /// In the order of their declarations.
  package internal(set) var fields: [WrittenField] = []

  /// Whether the app writes the records by itself, as its code shows.
  package let isCode: Bool
  /// Whether the app certainly uses the record type.
  package internal(set) var isVerified: Bool

  private var indices: [String: Int] = [:]
  /// The fields that code writes with several types.
  private var open: Set<Int> = []

  init(_ name: RecordType.Name, origin: String, place: ManagedModel.Place?, isCode: Bool = false) {
    self.name = name
    self.origin = origin
    self.place = place
    self.isCode = isCode
    isVerified = !isCode
  }

  package func field(named name: String) -> WrittenField? { indices[name].map { fields[$0] } }

  /// Adds fields, and returns a finding for each that is known with another type.
  mutating func add(_ added: [WrittenField]) -> [Diagnostic] {
    var conflicts: [Diagnostic] = []
    for field in added {
      guard let index = indices[field.name] else {
        indices[field.name] = fields.count
        fields.append(field)
        continue
      }
      let known = fields[index]
      if let first = known.type, let second = field.type, first != second {
        conflicts.append(Self.conflict(known, field, of: name))
      } else {
        fields[index].type = known.type ?? field.type
        fields[index].need = min(known.need, field.need)
        fields[index].isVerified = known.isVerified || field.isVerified
      }
    }
    return conflicts
  }

  /// Adds a field of code, which can write one key in several ways: what differs is unknown.
  mutating func merge(_ field: WrittenField) {
    guard let index = indices[field.name] else {
      _ = add([field])
      return
    }
    let known = fields[index]
    if field.isVerified, !known.isVerified {
      fields[index] = field
      return
    }
    if let type = field.type, !open.contains(index) {
      fields[index].type = known.type ?? type
      if fields[index].type != type {
        open.insert(index)
        fields[index].type = nil
      }
    }
    if known.isEncrypted != field.isEncrypted, field.isEncrypted != nil, known.isEncrypted != nil {
      fields[index].isEncrypted = nil
      fields[index].type = nil
    } else {
      fields[index].isEncrypted = known.isEncrypted ?? field.isEncrypted
    }
  }

  private static func conflict(_ known: WrittenField, _ field: WrittenField, of type: RecordType.Name) -> Diagnostic {
    let rule = Rule.conflictingFieldTypes
    var diagnostic = Diagnostic(
      rule.severity, rule: rule.id,
      "\(type).\(field.name) is \(Self.text(field.type)) for \(field.origin), but \(Self.text(known.type)) for "
        + known.origin,
      file: field.place?.file ?? "", range: field.place?.range, subject: "\(type).\(field.name)", help: rule.advice)
    diagnostic.related = known.place.map { .init("the first declaration", file: $0.file, range: $0.range) }
    return diagnostic
  }

  private static func text(_ type: FieldType?) -> String { type?.description ?? "unknown" }
}

package struct WrittenField: Sendable {
  /// When an app writes a field for the first time.
  package enum Need: Int, Comparable, Sendable {
    /// When it saves a value.
    case value
    /// When it saves large data that the model stores as a file.
    case largeData
    /// When a record with the value is larger than CloudKit allows without an asset.
    case largeValue
    /// When it shares a record.
    case sharing

    package static func < (lhs: Need, rhs: Need) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  package let name: String
  /// `nil` if the type is unknown.
  package internal(set) var type: FieldType?
  package internal(set) var need: Need
  /// The declaration that the field comes from, such as `attribute 'title' of 'Post'`.
  package let origin: String
  package let place: ManagedModel.Place?
  /// Whether the app certainly needs the field with this type.
  package internal(set) var isVerified = true
  /// Whether code encrypts the values; `nil` if the type says it, or nothing does.
  package internal(set) var isEncrypted: Bool?

  init(
    _ name: String, _ type: FieldType?, need: Need = .value, origin: String, place: ManagedModel.Place?,
    isVerified: Bool = true
  ) {
    self.name = name
    self.type = type
    self.need = need
    self.origin = origin
    self.place = place
    self.isVerified = isVerified
  }
}
