package import CloudKitRecords
import JSON

/// A writer for plan files. A plan file is one JSON object with one line per change, so that plans can be read,
/// compared, and searched.
package struct PlanFile {
  /// The format version. The reader rejects all others.
  static let version: Int64 = 1

  private var isFirst = true

  /// Creates a plan file without changes.
  package init() {}

  /// Returns the lines before the changes.
  package func head(container: String, environment: String?, layout: String, asOf: Timestamp) -> String {
    """
    {
      "planVersion": \(Self.version),
      "container": \(Self.text { $0.string(container) }),\(environment.map { "\n  \"environment\": \"\($0)\"," } ?? "")
      "layout": "\(layout)",
      "asOf": "\(asOf)",
      "changes": [
    """
  }

  /// Returns the line for a change, without a line break.
  package mutating func line(_ change: PlannedChange) -> String {
    let operation = change.operation
    let fields = operation.record.fields.sorted { $0.key < $1.key }
    defer { isFirst = false }
    return (isFirst ? "\n    " : ",\n    ")
      + Self.text { writer in
        writer.object { writer in
          writer.member("action", operation.kind.rawValue)
          writer.member("changeTag", operation.record.changeTag)
          if !operation.cleared.isEmpty { writer.member("cleared", operation.cleared.sorted()) }
          if !fields.isEmpty {
            writer.name("fields")
            writer.object { writer in
              for (name, value) in fields {
                writer.name(name)
                writer.tagged(value)
              }
            }
          }
          writer.member("recordName", change.recordName.rawValue)
          writer.member("recordType", change.recordType)
          writer.member("title", change.title)
        }
      }
  }

  /// The lines after the changes.
  package let foot = "\n  ]\n}\n"

  private static func text(_ body: (inout JSONWriter) -> Void) -> String {
    String(decoding: JSONWriter.document(body), as: UTF8.self)
  }
}
