package import CloudKitSchema

/// Rules of the records of a schema, prepared once to check many.
package struct RecordRules: Sendable {
  private let types: FieldTypes

  /// The rules of a schema.
  package init(_ schema: Schema) { types = FieldTypes(schema) }

  /// Why the record does not fit the schema; `nil` if it fits.
  package func problem(of record: Record) -> RecordError? {
    do throws(RecordError) {
      let declared = try types.declared(record.type)
      if let problem = record.name.problem { throw RecordError(.badRequest, problem) }
      for (name, value) in record.fields {
        guard let type = declared[name] else { throw .notSettable(name, of: record.type) }
        guard value.fits(type) else {
          throw RecordError(
            .badRequest, "\(RecordError.misfit(type).reason) Field '\(name)' got \(value.typeName)")
        }
        if !value.isFinite { throw .notFinite(name) }
      }
      let size = record.fields.size
      if size > RecordLimits.bytesPerRecord {
        throw RecordError(.quotaExceeded, "the record has \(size) bytes, more than the 1 MB a record may have")
      }
      return nil
    } catch {
      return error
    }
  }
}

extension RecordFields {
  /// Bytes that count towards a record's size.
  package var size: Int { reduce(0) { $0 + $1.key.utf8.count + $1.value.size } }
}

extension RecordOperation.Kind {
  /// Why a record's version does not allow the operation; `nil` if it does.
  /// - Parameters:
  ///   - changeTag: version the operation was planned against.
  ///   - stored: version of the stored record; `nil` if no record has the name.
  package func problem(changeTag: String?, stored: String?) -> RecordError? {
    if self == .create { return stored.map { _ in .alreadyExists } }
    guard needsChangeTag else { return nil }
    guard let stored else { return .missing }
    return stored == changeTag ? nil : .stale
  }
}
