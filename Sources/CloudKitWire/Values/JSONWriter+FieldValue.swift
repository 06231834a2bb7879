package import CloudKitRecords
package import CloudKitSchema
package import JSON

extension JSONWriter {
  /// Writes a field's dictionary, `{"value": …, "type": "…"}`, in the recorded order of keys.
  /// - Parameters:
  ///  - declared: the field's declared type, which determines the type of an empty list; `nil` if unknown.
  ///  - numbersAsStrings: whether to write numbers as strings, for readers that lose precision beyond 2^53.
  ///  - referenceZone: the zone that answers add to every reference and requests omit.
  package mutating func field(
    _ value: FieldValue, declared: FieldType?, numbersAsStrings: Bool = false, referenceZone: WireZone? = nil
  ) {
    object { writer in
      writer.name("value")
      writer.fieldValue(value, in: .wire, numbersAsStrings: numbersAsStrings) { writer in
        guard let referenceZone else { return }
        writer.name("zoneID")
        writer.zone(referenceZone)
      }
      if let type = value.wireType(declared: declared) { writer.member("type", type) }
    }
  }
}

extension FieldValue {
  /// Returns the type's name on the wire; `nil` for an empty list without a declared type.
  fileprivate func wireType(declared: FieldType?) -> String? {
    let name: String
    if case .list(let members) = self, members.isEmpty {
      guard let declared, declared.isList else { return nil }
      name = declared.wireName
    } else {
      name = typeName
    }
    return declared?.isEncrypted == true ? "ENCRYPTED_" + name : name
  }
}
