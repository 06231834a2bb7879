package import CloudKitRecords
import Foundation

/// The text of a plan file: one JSON object, a line for each change, so that it can be read, compared and searched.
package struct PlanFile {
  /// The version of the format; another is refused.
  static let version: Int64 = 1

  private struct Change: Encodable {
    let action, recordType, recordName, title: String
    let changeTag: String?
    let fields: [String: PlanValue]?
    let cleared: [String]?
  }

  private let encoder: JSONEncoder
  private var isFirst = true

  /// A file's writer.
  package init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// The lines before the changes.
  package func head(container: String, layout: String, asOf: Timestamp) throws -> String {
    let name = String(decoding: try encoder.encode(container), as: UTF8.self)
    return """
      {
        "planVersion": \(Self.version),
        "container": \(name),
        "layout": "\(layout)",
        "asOf": "\(asOf)",
        "changes": [
      """
  }

  /// A change's line, without its end.
  /// - Throws: for a value of a type that no catalogue has.
  package mutating func line(_ change: PlannedChange) throws -> String {
    let operation = change.operation
    let fields = Dictionary(
      uniqueKeysWithValues: try operation.record.fields.map { ($0.key, try PlanValue($0.value)) })
    let text = try encoder.encode(
      Change(
        action: operation.kind.rawValue, recordType: operation.record.type, recordName: operation.record.name.rawValue,
        title: change.title, changeTag: operation.record.changeTag, fields: fields.isEmpty ? nil : fields,
        cleared: operation.cleared.isEmpty ? nil : operation.cleared.sorted()))
    defer { isFirst = false }
    return (isFirst ? "\n    " : ",\n    ") + String(decoding: text, as: UTF8.self)
  }

  /// The lines after the changes.
  package let foot = "\n  ]\n}\n"
}
