import CSV
import Catalog
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Diagnostics

/// A record's fields and related records.
struct RecordDetails: TableReport {
  let command, container: String
  let record: Record
  /// The fields in schema order.
  let items: [Item]
  let related: [(noun: String, titles: [String])]
  /// The maximum characters per value in text; `nil` for no limit.
  var valueWidth: Int?

  struct Item: Encodable {
    let field: String
    let value: FieldValueItem
  }

  /// Removes user names and passwords from addresses.
  init(
    _ command: String, _ record: Record, in opened: ContainerHandle,
    related: [(noun: String, titles: [String])] = []
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
    var text = table.text(style)
    for (noun, titles) in related where !titles.isEmpty {
      text += "\(noun):\n" + titles.map { "  \(DisplayText.line($0))\n" }.joined()
    }
    return text
  }

  func markdown() -> String { table.markdown }

  func csv() -> String {
    CSVWriter().document(["field", "value"], items.map { [$0.field, CatalogList.plain($0.value.value)] })
  }

  private var table: ReportTable {
    ReportTable(
      "", [.text(record.type), .text(record.name.rawValue, width: valueWidth)],
      rows: items.map { [.init($0.field), .init($0.value.text)] })
  }
}
