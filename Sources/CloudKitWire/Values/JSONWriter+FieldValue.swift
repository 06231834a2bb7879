package import CloudKitRecords
package import CloudKitSchema
import Foundation
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
      writer.fieldValue(value, numbersAsStrings, referenceZone)
      if let type = value.wireType(declared: declared) { writer.member("type", type) }
    }
  }

  private mutating func fieldValue(_ value: FieldValue, _ numbersAsStrings: Bool, _ referenceZone: WireZone?) {
    switch value {
    case .string(let text): string(text)
    case .int64(let number): numbersAsStrings ? string(String(number)) : integer(number)
    case .double(let number): numbersAsStrings ? string("\(number)") : self.number(number)
    case .timestamp(let moment):
      numbersAsStrings ? string(String(moment.milliseconds)) : integer(moment.milliseconds)
    case .bytes(let bytes): string(Data(bytes).base64EncodedString())
    case .reference(let reference):
      object { writer in
        writer.member("recordName", reference.recordName.rawValue)
        writer.member("action", reference.action.rawValue)
        if let referenceZone {
          writer.name("zoneID")
          writer.zone(referenceZone)
        }
      }
    case .location(let location): location.write(to: &self)
    case .asset(let asset): asset.write(to: &self)
    case .list(let members): array(members) { $0.fieldValue($1, numbersAsStrings, referenceZone) }
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
