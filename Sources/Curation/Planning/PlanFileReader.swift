import Catalog
package import CloudKitRecords
package import Diagnostics
import JSON

/// A reader for plan files that reports every error.
package struct PlanFileReader {
  private static let rootKeys = JSONKeys(["planVersion", "container", "environment", "layout", "asOf", "changes"])
  private static let changeKeys = JSONKeys([
    "action", "before", "recordType", "recordName", "title", "changeTag", "fields", "cleared", "emptied",
  ])

  private(set) var diagnostics: [Diagnostic] = []
  private var names: Set<RecordName> = []

  private init() {}

  /// Returns the plan in a text, or `nil` if the text has errors.
  package static func read(_ source: SourceText, into diagnostics: inout [Diagnostic]) -> ChangePlan? {
    var reader = PlanFileReader()
    let plan = JSONDocument.parse(source, into: &reader.diagnostics).flatMap { reader.plan($0.root) }
    diagnostics += reader.diagnostics
    return reader.diagnostics.contains { $0.severity == .error } ? nil : plan
  }

  private mutating func plan(_ root: JSONValue) -> ChangePlan? {
    guard var reader = JSONObjectReader(root, at: .root, keys: Self.rootKeys, into: &diagnostics) else { return nil }
    defer { diagnostics += reader.diagnostics }
    guard case .value(PlanFile.version) = reader.int64("planVersion") else {
      reader.reject(
        "planVersion", "plan-version", "this is not a plan of a supported version",
        help: "create it with --plan-out FILE")
      return nil
    }
    let container = reader.requiredString("container")
    var environment: String?
    if case .value(let text) = reader.string("environment") { environment = text }
    let layout = reader.requiredString("layout")
    let catalog = layout.flatMap(CatalogLayout.init(rawValue:))
    let asOf = reader.requiredString("asOf").flatMap(Timestamp.init(iso8601:))
    if catalog == nil, layout != ChangePlan.anyLayout {
      reader.reject("layout", "plan-layout", "this layout is not known", help: nil)
    }
    if asOf == nil { reader.reject("asOf", "invalid-date", "this is not a date", help: nil) }
    guard let elements = reader.value("changes")?.array else {
      reader.reject("changes", "json-type", "a plan requires its changes, an array of objects", help: nil)
      return nil
    }
    guard let layout, catalog != nil || layout == ChangePlan.anyLayout else { return nil }
    let path = JSONPath.root.key("changes").elements
    var changes: [PlannedChange] = []
    for (index, element) in elements.enumerated() {
      if let change = change(element, at: path(index)) { changes.append(change) }
    }
    guard let container, let asOf else { return nil }
    return ChangePlan(
      container: container, environment: environment, layout: layout, asOf: asOf, changes: changes)
  }

  private mutating func change(_ json: JSONValue, at path: JSONPath) -> PlannedChange? {
    guard var reader = JSONObjectReader(json, at: path, keys: Self.changeKeys, into: &diagnostics) else { return nil }
    defer { diagnostics += reader.diagnostics }
    let action = reader.requiredString("action")
    let kind = [RecordOperation.Kind.create, .update, .delete].first { $0.rawValue == action }
    if action != nil, kind == nil {
      reader.reject("action", "plan-action", "this action is not known", help: "use create, update, or delete")
    }
    let type = reader.requiredString("recordType")
    let name = reader.requiredString("recordName").map { RecordName($0) }
    let title = reader.requiredString("title")
    if let problem = name?.problem { reader.reject("recordName", "record-name", problem, help: nil) }
    if let name, !names.insert(name).inserted {
      reader.reject("recordName", "repeated-record", "a plan changes each record once", help: "create the plan again")
    }
    var tag: String?
    if case .value(let text) = reader.string("changeTag") { tag = text }
    if let kind, kind.needsChangeTag != (tag != nil) {
      reader.reject(
        "changeTag", "plan-change-tag", "an update or delete has a change tag, a create has none",
        help: "create the plan again")
    }
    guard let kind, let type, let name, let title, let fields = self.fields("fields", &reader),
      let before = self.fields("before", &reader)
    else { return nil }
    var cleared: Set<String> = []
    if case .value(let names) = reader.strings("cleared") { cleared = Set(names.map(\.text)) }
    let record = Record(type: type, name: name, changeTag: tag, fields: fields)
    var change = PlannedChange(RecordOperation(kind, record, clearing: cleared), title: title)
    change.before = before
    change.hasFormerValues = reader.value("before") != nil
    if case .value(let types) = reader.strings("emptied") { change.emptied = Set(types.map(\.text)) }
    return change
  }

  private func fields(_ name: String, _ reader: inout JSONObjectReader) -> RecordFields? {
    guard let value = reader.value(name) else { return [:] }
    guard let members = value.object else {
      reader.reject(name, "json-type", "expected an object", help: nil)
      return nil
    }
    var fields: RecordFields = [:]
    for member in members {
      guard let value = FieldValue(tagged: member.value) else {
        reader.reject(
          name, "plan-value", "the value of '\(member.key)' does not match its type", help: "create the plan again")
        return nil
      }
      fields[member.key] = value
    }
    return fields
  }
}
