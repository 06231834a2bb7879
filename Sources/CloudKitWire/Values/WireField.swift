package import CloudKitRecords
package import CloudKitSchema
package import JSON

/// A field's value on the wire: `{"value": …, "type": "…"}`. Undocumented types are preserved.
package struct WireField: Sendable {
  /// How strictly values are checked against their types.
  package enum Tolerance: Sendable {
    /// The rules that CloudKit applies to values from clients.
    case strict
    /// Relaxed rules: a missing type defaults to the declared one, fractions of a millisecond are rounded, and numbers
    /// may be strings.
    case lenient
  }

  /// The type as sent; `nil` if none was sent.
  package let type: String?
  /// The value; `null` or no value clears a field.
  package let value: JSONValue?

  /// Returns the value for a field of a declared type; `nil` if the field is cleared.
  /// - Parameter declared: the declared type; `nil` if unknown.
  package func fieldValue(
    declared: FieldType?, _ tolerance: Tolerance
  ) throws(RecordError) -> FieldValue? {
    guard let value else { return nil }
    if let type {
      if let wireType = FieldType(wireName: type) {
        let value = try ValueReader(tolerance).value(value, of: wireType)
        // For an empty list, only the type shows what members it can have.
        if tolerance == .strict, value == .list([]), let declared, !declared.holdsMembers(of: wireType) {
          throw RecordError.misfit(declared)
        }
        return value
      }
      guard tolerance == .lenient else { throw RecordError.unexpected }
      return ValueReader(tolerance).inferred(value)
    }
    guard let declared else {
      guard let value = ValueReader(tolerance).inferred(value) else { throw RecordError.unexpected }
      return value
    }
    return try untagged(value, declared, tolerance)
  }

  /// CloudKit infers missing types: timestamps look like integers, bytes look like strings (reported from live use).
  private func untagged(
    _ value: JSONValue, _ declared: FieldType, _ tolerance: Tolerance
  ) throws(RecordError) -> FieldValue? {
    let reader = ValueReader(tolerance)
    if tolerance == .lenient, let value = try? reader.value(value, of: declared) { return value }
    guard let inferred = reader.inferred(value) else { throw RecordError.misfit(declared) }
    if declared.primitive == .double, !declared.isList, case .int64 = inferred {
      throw RecordError.misfit(declared)
    }
    let needsType = declared.primitive == .timestamp || declared.primitive == .bytes
    if needsType, !inferred.fits(declared) { throw RecordError.misfit(declared) }
    return inferred
  }
}

extension WireField {
  /// Creates a field from its dictionary; returns `nil` for other values.
  package init?(_ json: JSONValue) {
    guard let object = json.object else { return nil }
    self.init(type: object["type"]?.string, value: object["value"])
  }
}

/// Reasons for rejecting a value. The texts are CloudKit's (reported from live use).
extension RecordError {
  /// The value is not valid for a field.
  static let unexpected = RecordError(.badRequest, "Unexpected input")
  /// The value is not an uploaded asset.
  package static let unknownAsset = RecordError(.badRequest, "could not decode asset object")
}

extension FieldType {
  fileprivate func holdsMembers(of list: FieldType) -> Bool {
    primitive == list.primitive || primitive == .number && (list.primitive == .int64 || list.primitive == .double)
  }

  /// Creates a type from its name on the wire, for example `STRING`, `ASSETID`, `INT64_LIST` or `ENCRYPTED_BYTES`;
  /// returns `nil` for an unknown name.
  package init?(wireName: String) {
    var name = Substring(wireName)
    let isEncrypted = name.hasPrefix("ENCRYPTED_")
    if isEncrypted { name = name.dropFirst("ENCRYPTED_".count) }
    // Clients tested on the live service send NUMBER_INT64 and NUMBER_DOUBLE.
    if name == "NUMBER_INT64" || name == "NUMBER_DOUBLE" { name = name.dropFirst("NUMBER_".count) }
    let isList = name.hasSuffix("_LIST")
    if isList { name = name.dropLast("_LIST".count) }
    // Requests use ASSETID too: CloudKit rejects `ASSET` (reported from live use).
    guard name != "ASSET", name != "NUMBER",
      let primitive = name == "ASSETID" ? .asset : FieldType.Primitive(rawValue: String(name))
    else { return nil }
    self.init(primitive, isEncrypted: isEncrypted, isList: isList)
  }
}
