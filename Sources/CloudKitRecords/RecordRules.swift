package import CloudKitSchema

/// What a record must be to fit a schema, prepared once to check many.
package struct RecordRules: Sendable {
  private let types: [RecordType.Name: [String: FieldType]]

  /// The rules of a schema.
  package init(_ schema: Schema) {
    types = Dictionary(
      schema.recordTypes.map { type in
        (type.name, Dictionary(type.fields.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first }))
      },
      uniquingKeysWith: { first, _ in first })
  }

  /// Why the record does not fit; `nil` when it does. The texts are CloudKit's where one is known
  /// (reports collected 2026-11; the text for an unknown type or field is unverified).
  package func problem(of record: Record) -> RecordError? {
    guard let fields = types[record.type] else {
      return RecordError(.badRequest, "did not find record type: \(record.type)")
    }
    if let problem = record.name.problem { return RecordError(.badRequest, problem) }
    var size = 0
    for (name, value) in record.fields {
      if name.utf8.first == 0x5F {
        return RecordError(.badRequest, "Unprivileged attempt to insert a system field: \(name)")
      }
      guard let type = fields[name] else {
        return RecordError(
          .badRequest, "Cannot create or modify field '\(name)' in record '\(record.type)': no such field")
      }
      guard value.fits(type) else {
        return RecordError(
          .badRequest, "Invalid value, expected type \(type.wireName). Field '\(name)' got \(value.typeName)")
      }
      if !value.isFinite {
        return RecordError(.badRequest, "Invalid value, field '\(name)' is not a finite number")
      }
      size += name.utf8.count + value.size
    }
    if size > RecordLimits.bytesPerRecord {
      return RecordError(.quotaExceeded, "the record has \(size) bytes, more than the 1 MB a record may have")
    }
    return nil
  }
}

extension FieldType {
  /// The type's name on the wire, such as `STRING_LIST`.
  package var wireName: String {
    let base = primitive == .asset ? "ASSETID" : primitive.rawValue
    return isList ? base + "_LIST" : base
  }
}
