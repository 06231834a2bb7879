import CSV
import Catalog
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics
import Foundation

/// Records of any type. Users are never shown: CloudKit reveals who created a record.
struct RecordList: RecordsReport {
  /// The maximum number of columns in text, unless the user names the fields.
  private static let columns = 6

  let command, container: String
  let records: [Record]
  /// The fields to show; empty for all.
  var fields: [String] = []
  /// The type of all records; `nil` if the records can be of several types.
  var typeName: RecordType.Name?
  /// Whether the container has more matching records than the list.
  var hasMore = false
  /// The requested names without a record.
  var missing: [RecordName] = []
  /// The number of records without conditions, for an empty list; `nil` if it was not counted.
  var existing: Int?

  private let schema: Schema
  private let types: FieldTypes

  /// Whether the records may have fields that are not shown, which `records put` would clear; `nil` if they have none.
  private var isPartial: Bool? { fields.isEmpty ? nil : true }

  init(_ command: String, container: String, schema: Schema, records: [Record]) {
    self.command = command
    self.container = container
    self.schema = schema
    self.records = records
    types = FieldTypes(schema)
  }

  var summary: EncodableObject {
    [
      "container": container, "recordType": typeName, "listed": records.count, "hasMore": hasMore,
      "missing": missing.map(\.rawValue),
    ]
  }

  var items: [EncodableObject] {
    records.map { record in
      let fields = record.fields.map { ($0.key, FieldValueItem($0.value, declared: types[record.type][$0.key])) }
      return [
        "recordType": record.type, "recordName": record.name.rawValue, "recordChangeTag": record.changeTag,
        "created": record.created?.at.description, "modified": record.modified?.at.description, "partial": isPartial,
        "fields": EncodableObject(fields.map { ($0.0, $0.1 as (any Encodable)?) }),
      ]
    }
  }

  func jsonl() -> String {
    records.map { record in
      let line = RecordLine.bytes(
        of: record, types[record.type], withSystemFields: true, isPartial: !fields.isEmpty)
      return String(decoding: line, as: UTF8.self)
    }.joined()
  }

  func csv() -> String {
    let columns = shownFields(of: records)
    let writer = CSVWriter()
    let rows = records.map { record in
      writer.row([record.type, record.name.rawValue] + columns.map { value(of: $0, in: record)?.plainText })
    }
    return writer.line(["recordType", "recordName"] + columns) + rows.joined()
  }

  func text(_ style: Style) -> String {
    guard typeName != nil else { return records.map { details(of: $0, style) }.joined(separator: "\n") }
    if records.isEmpty { return CatalogList.nothing("records", container, existing) }
    let all = shownFields(of: records)
    let shown = fields.isEmpty ? Array(all.prefix(Self.columns)) : all
    let table = ReportTable(
      "", [.text("recordName")] + shown.map { column(of: $0) },
      rows: records.map { record in
        [.init(record.name.rawValue)] + shown.map { .init(value(of: $0, in: record).map(Self.text) ?? "") }
      })
    var text = table.text(style)
    if shown.count < all.count {
      text += "\(shown.count) of \(all.count) fields; --fields or another --format shows more\n"
    }
    return text + (hasMore ? "more records match; --limit 0 lists all\n" : "")
  }

  private func details(of record: Record, _ style: Style) -> String {
    let rows = shownFields(of: [record]).compactMap { field in
      value(of: field, in: record).map { [field, Self.text($0)] }
    }
    return ReportTable([record.type, record.name.rawValue], rows).text(style.unbounded)
  }

  private func column(of field: String) -> ReportTable.Column {
    let type = typeName.flatMap { types.type(of: field, in: $0) }
    let isNumber = type.map { !$0.isList && [.int64, .double, .number].contains($0.primitive) } ?? false
    return isNumber ? .number(field) : .text(field, width: 40)
  }

  /// Returns the fields that the user named, or those that a record has, in the order of the schema.
  private func shownFields(of records: [Record]) -> [String] {
    if !fields.isEmpty { return fields }
    var seen: Set<String> = []
    for record in records { seen.formUnion(record.fields.keys) }
    var ordered: [String] = []
    for type in Set(records.map(\.type)).sorted() {
      for field in schema.recordType(named: type)?.fields ?? [] where seen.remove(field.name) != nil {
        ordered.append(field.name)
      }
    }
    return ordered + seen.sorted()
  }

  /// Returns the value of a field, including the system fields that do not identify users.
  private func value(of field: String, in record: Record) -> FieldValue? {
    switch SystemField(rawValue: field) {
    case .createTime: record.created.map { .timestamp($0.at) }
    case .modTime: record.modified.map { .timestamp($0.at) }
    case .etag: record.changeTag.map { .string($0) }
    case .recordID: .string(record.name.rawValue)
    case .createdBy, .modifiedBy: nil
    case nil: record.fields[field]
    }
  }

  /// Returns a value for people, addresses without passwords.
  static func text(_ value: FieldValue) -> String { value.shownText(FeedURL.redacted) }
}
