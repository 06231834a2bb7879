import Catalog
import CloudKitRecords
import CloudKitSchema

/// One record, field by field, and what it hangs together with.
struct RecordDetails: Report {
  let command, container: String
  let record: Record
  /// The fields, in the schema's order.
  let items: [Item]
  /// What hangs together with it: what it is, and which.
  let related: [(noun: String, titles: [String])]

  /// One field.
  struct Item: Encodable {
    let field: String
    let value: FieldValueItem
  }

  /// A record of a container.
  init(
    _ command: String, _ record: Record, in opened: ContainerOptions.Opened, related: [(noun: String, titles: [String])]
  ) {
    self.command = command
    container = opened.name
    self.record = record
    self.related = related
    let order = opened.schema.recordType(named: record.type)?.fields.map(\.name) ?? record.fields.keys.sorted()
    items = order.compactMap { field in
      record.fields[field].map { value in
        guard case .string(let text) = value else { return Item(field: field, value: FieldValueItem(value)) }
        return Item(field: field, value: FieldValueItem(.string(FeedURL.redacted(text))))
      }
    }
  }

  var summary: EncodableObject {
    [
      "container": container, "recordType": record.type, "recordName": record.name.rawValue,
      "changeTag": record.changeTag, "related": EncodableObject(related.map { ($0.noun, $0.titles) }),
    ]
  }

  func text(_ style: Style) -> String {
    var table = TextTable(.left(record.type), .left(record.name.rawValue))
    for item in items { table.add(item.field, OneLine.text(item.value.text)) }
    var text = table.render(style)
    for (noun, titles) in related where !titles.isEmpty {
      text += "\(noun):\n" + titles.map { "  \(OneLine.text($0))\n" }.joined()
    }
    return text
  }
}
