package import CloudKitSchema

/// The rules of a schema for records, prepared once to check many records.
package struct RecordRules: Sendable {
  private let types: FieldTypes

  package init(_ schema: Schema) { types = FieldTypes(schema) }

  /// Returns why a record does not fit the schema, or `nil` if it fits.
  package func problem(of record: Record) -> RecordError? {
    do throws(RecordError) {
      let declared = try types.declared(record.type)
      if let problem = record.name.problem { throw RecordError(.badRequest, problem) }
      let problems = record.fields.compactMap { name, value in
        problem(of: value, in: name, declared[name], of: record.type).map { (field: name, error: $0) }
      }
      if let first = problems.min(by: { $0.field < $1.field }) { throw first.error }
      let size = record.fields.size
      if size > RecordLimits.bytesPerRecord {
        throw RecordError(.quotaExceeded, "the record has \(size) bytes, more than the 1 MB a record may have")
      }
      return nil
    } catch {
      return error
    }
  }

  private func problem(
    of value: FieldValue, in name: String, _ type: FieldType?, of recordType: RecordType.Name
  ) -> RecordError? {
    guard let type else { return .notSettable(name, of: recordType) }
    guard value.fits(type) else {
      return RecordError(.badRequest, "\(RecordError.misfit(type).reason) Field '\(name)' got \(value.typeName)")
    }
    return value.isFinite ? nil : .notFinite(name)
  }
}

extension RecordFields {
  /// The bytes that count toward a record's size.
  package var size: Int { reduce(0) { $0 + $1.key.utf8.count + $1.value.size } }
}

extension RecordOperation.Kind {
  /// Returns why a record's version does not allow the operation, or `nil` if it does.
  /// - Parameters:
  ///   - changeTag: the version that the operation was planned against.
  ///   - stored: the version of the stored record; `nil` if no record has the name.
  package func problem(changeTag: String?, stored: String?) -> RecordError? {
    if self == .create { return stored.map { _ in .alreadyExists } }
    guard needsChangeTag else { return nil }
    guard let stored else { return .missing }
    return stored == changeTag ? nil : .stale
  }
}
