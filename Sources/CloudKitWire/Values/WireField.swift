package import CloudKitRecords
package import CloudKitSchema
package import JSON

/// A field's value on the wire: `{"value": …, "type": "…"}`. Undocumented types are preserved.
package struct WireField: Sendable {
  /// The type as sent; `nil` if none was sent.
  package let type: String?
  /// The value; `null` or no value clears a field.
  package let value: JSONValue?

  /// Returns the value for a field of a declared type; `nil` if the field is cleared.
  /// - Parameter declared: `nil` if unknown.
  package func fieldValue(
    declared: FieldType?, _ dialect: ValueDialect
  ) throws(RecordError) -> FieldValue? {
    guard let value else { return nil }
    if let type {
      if let wireType = FieldType(wireName: type) {
        let value = try Self.value(value, of: wireType, dialect)
        // For an empty list, only the type shows what members it can have.
        if dialect == .wire, value == .list([]), let declared, !declared.holdsMembers(of: wireType) {
          throw RecordError.misfit(declared)
        }
        return value
      }
      guard dialect == .lenientWire else { throw RecordError.unexpected }
      return Self.inferred(value, dialect)
    }
    guard let declared else {
      guard let value = Self.inferred(value, dialect) else { throw RecordError.unexpected }
      return value
    }
    return try Self.untagged(value, declared, dialect)
  }

  /// CloudKit infers missing types: timestamps look like integers, bytes look like strings (reported from live use).
  private static func untagged(
    _ value: JSONValue, _ declared: FieldType, _ dialect: ValueDialect
  ) throws(RecordError) -> FieldValue? {
    if dialect == .lenientWire, let value = FieldValue(value, as: declared, in: dialect) { return value }
    guard let inferred = inferred(value, dialect) else { throw RecordError.misfit(declared) }
    if declared.primitive == .double, !declared.isList, case .int64 = inferred {
      throw RecordError.misfit(declared)
    }
    let needsType = declared.primitive == .timestamp || declared.primitive == .bytes
    if needsType, !inferred.fits(declared) { throw RecordError.misfit(declared) }
    return inferred
  }

  private static func value(
    _ json: JSONValue, of type: FieldType, _ dialect: ValueDialect
  ) throws(RecordError) -> FieldValue {
    let references = dialect == .wire && type.primitive == .reference ? json.array.map(Array.init) ?? [json] : []
    if references.allSatisfy(namesOwnZone), let value = FieldValue(json, as: type, in: dialect) { return value }
    if type.isList, json.array == nil { throw .misfit(type) }
    throw type.primitive == .asset ? .unknownAsset : .misfit(FieldType(type.primitive))
  }

  /// Whether a reference is in the zone that clients write: the public database has a single one. References in answers
  /// may name other zones.
  private static func namesOwnZone(_ reference: JSONValue) -> Bool {
    guard let zone = reference.object?["zoneID"] else { return true }
    return WireZone(zone)?.name == WireZone.default.name
  }

  /// Returns the value read as its inferred type; `nil` if it matches no field type.
  private static func inferred(_ json: JSONValue, _ dialect: ValueDialect) -> FieldValue? {
    if let number = json.integer { return .int64(number) }
    if let number = json.double { return .double(number) }
    if let text = json.string { return .string(text) }
    if let values = json.array {
      let members = values.compactMap { inferred($0, dialect) }
      guard members.count == values.count, Set(members.map(\.typeName)).count < 2, members.first?.list == nil else {
        return nil
      }
      return .list(members)
    }
    guard let object = json.object else { return nil }
    let type: FieldType.Primitive =
      object.has("recordName") ? .reference : object.has("latitude") ? .location : .asset
    return try? value(json, of: FieldType(type), dialect)
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
  static let unexpected = RecordError(.badRequest, "Unexpected input")
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
