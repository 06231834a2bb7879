import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import JSON

struct FieldValueItem: Encodable {
  let value: FieldValue
  private let write: @Sendable (inout JSONWriter) -> Void

  init(_ value: FieldValue) {
    self.value = value
    write = { $0.fieldValue(value, in: .plain) }
  }

  init(_ value: FieldValue, declared: FieldType?) {
    self.value = value
    write = { $0.tagged(value, declared: declared) }
  }

  /// The value as text on one line, strings in quotes.
  var text: String {
    let text = value.shownText { "\"\($0)\"" }
    return value.list == nil ? text : "[\(text)]"
  }

  func encode(to encoder: any Encoder) throws {
    try EncodableJSON(try JSONValue(strict: JSONWriter.document(write))).encode(to: encoder)
  }
}

private struct EncodableJSON: Encodable {
  private let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  func encode(to encoder: any Encoder) throws {
    if let object = json.object {
      return try EncodableObject(object.map { ($0.key, EncodableJSON($0.value)) }).encode(to: encoder)
    }
    var container = encoder.singleValueContainer()
    if let elements = json.array {
      try container.encode(elements.map(EncodableJSON.init))
    } else if let text = json.string {
      try container.encode(text)
    } else if let number = json.integer {
      try container.encode(number)
    } else if let number = json.double {
      try container.encode(number)
    } else {
      try container.encode(json.bool)
    }
  }
}
