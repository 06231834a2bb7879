package import CloudKitRecords
package import CloudKitSchema
package import JSON

/// A field's value as it stands on the wire: `{"value": …, "type": "…"}`. A type nobody documented is kept as it is.
package struct WireField: Sendable {
  /// How strictly values are held against their types.
  package enum Tolerance: Sendable {
    /// As CloudKit reads what clients send.
    case strict
    /// A type that is missing is taken from the declaration, a fraction of a millisecond is rounded, a number may be
    /// a string.
    case lenient
  }

  /// The type that was sent; `nil` where none was.
  package let type: String?
  /// The value; `null` clears a field.
  package let value: JSONValue

  /// A field.
  package init(_ value: JSONValue, type: String? = nil) {
    self.value = value
    self.type = type
  }

  /// A field from its dictionary; `nil` for anything else.
  package init?(_ json: JSONValue) {
    guard let object = json.object, let value = object.value("value") else { return nil }
    self.init(value, type: object["type"]?.string)
  }

  /// The value it has for a field of a declared type; `nil` for `null`, which clears the field.
  /// - Parameter declared: the declared type; `nil` where it is not known.
  package func fieldValue(
    declared: FieldType?, _ tolerance: Tolerance
  ) throws(InvalidValue) -> FieldValue? {
    if value.isNull { return nil }
    if let type {
      if let wireType = FieldType(wireName: type) {
        let value = try ValueReader(tolerance).value(value, of: wireType)
        // Of an empty list only its type says what it is of.
        if tolerance == .strict, value == .list([]), let declared, !declared.holdsMembers(of: wireType) {
          throw InvalidValue(expected: declared)
        }
        return value
      }
      guard tolerance == .lenient else { throw InvalidValue(reason: "Unexpected input") }
      return ValueReader(tolerance).inferred(value)
    }
    guard let declared else {
      guard let value = ValueReader(tolerance).inferred(value) else { throw InvalidValue(reason: "Unexpected input") }
      return value
    }
    return try untagged(declared, tolerance)
  }

  /// CloudKit infers what has no type: a timestamp looks like an integer, bytes like a string (reported from live use).
  private func untagged(_ declared: FieldType, _ tolerance: Tolerance) throws(InvalidValue) -> FieldValue? {
    let reader = ValueReader(tolerance)
    if tolerance == .lenient, let value = try? reader.value(value, of: declared) { return value }
    guard let inferred = reader.inferred(value) else { throw InvalidValue(expected: declared) }
    if declared.primitive == .double, !declared.isList, case .int64 = inferred {
      throw InvalidValue(expected: declared)
    }
    let needsType = declared.primitive == .timestamp || declared.primitive == .bytes
    if needsType, !inferred.fits(declared) { throw InvalidValue(expected: declared) }
    return inferred
  }
}

/// Why a value is not taken. The text is CloudKit's (reported from live use).
package struct InvalidValue: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text.
  package let reason: String

  init(reason: String) { self.reason = reason }

  init(expected type: FieldType) { reason = "Invalid value, expected type \(type.wireName)." }

  package var description: String { reason }
}

extension FieldType {
  fileprivate func holdsMembers(of list: FieldType) -> Bool {
    primitive == list.primitive || primitive == .number && (list.primitive == .int64 || list.primitive == .double)
  }

  /// A type by its name on the wire: `STRING`, `ASSETID`, `INT64_LIST`, `ENCRYPTED_BYTES`; `nil` for one nobody knows.
  package init?(wireName: String) {
    var name = Substring(wireName)
    let isEncrypted = name.hasPrefix("ENCRYPTED_")
    if isEncrypted { name = name.dropFirst("ENCRYPTED_".count) }
    let isList = name.hasSuffix("_LIST")
    if isList { name = name.dropLast("_LIST".count) }
    // Requests say ASSETID too: `ASSET` is refused (reported from live use).
    guard name != "ASSET", name != "NUMBER",
      let primitive = name == "ASSETID" ? .asset : FieldType.Primitive(rawValue: String(name))
    else { return nil }
    self.init(primitive, isEncrypted: isEncrypted, isList: isList)
  }
}
