package import CloudKitRecords
import JSON

/// A writer for plan files. A plan file is one JSON object with one line per change, so that plans can be read,
/// compared, and searched.
package struct PlanFile {
  /// The format version. The reader rejects all others.
  static let version: Int64 = 1

  private var writer = JSONWriter(isIndented: true)

  package init() {}

  /// Returns the lines before the changes.
  package mutating func head(container: String, environment: String?, layout: String, asOf: Timestamp) -> String {
    writer.beginObject()
    writer.member("planVersion", Self.version)
    writer.member("container", container)
    writer.member("environment", environment)
    writer.member("layout", layout)
    writer.member("asOf", asOf.description)
    writer.name("changes")
    writer.beginArray()
    return writer.take()
  }

  /// Returns the line for a change, without the line break after it.
  package mutating func line(_ change: PlannedChange) -> String {
    writer.onOneLine { $0.object { Self.write(change, to: &$0) } }
    return writer.take()
  }

  /// Returns the lines after the changes.
  package mutating func foot() -> String {
    writer.endArray()
    writer.endObject()
    return writer.take() + "\n"
  }

  private static func write(_ change: PlannedChange, to writer: inout JSONWriter) {
    let operation = change.operation
    writer.member("action", operation.kind.rawValue)
    if change.hasFormerValues { Self.write(change.before, as: "before", to: &writer) }
    writer.member("changeTag", operation.record.changeTag)
    if !operation.cleared.isEmpty { writer.member("cleared", operation.cleared.sorted()) }
    if !change.emptied.isEmpty { writer.member("emptied", change.emptied.sorted()) }
    if !operation.record.fields.isEmpty { Self.write(operation.record.fields, as: "fields", to: &writer) }
    writer.member("recordName", change.recordName.rawValue)
    writer.member("recordType", change.recordType)
    writer.member("title", change.title)
  }

  private static func write(_ fields: RecordFields, as name: String, to writer: inout JSONWriter) {
    writer.name(name)
    writer.object { writer in
      for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
        writer.name(name)
        writer.tagged(value)
      }
    }
  }
}
