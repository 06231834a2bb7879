package import CloudKitRecords
package import CloudKitSchema

/// The fields that a command sets or clears in records.
package struct RecordAssignment: Sendable {
  private let texts: [(field: String, text: String)]
  private let cleared: [String]

  /// Creates an assignment of `FIELD=VALUE` texts and names of fields to clear.
  /// - Throws: A mistake if a field is named twice.
  package init(_ assignments: [String], clearing cleared: [String]) throws(RequestMistake) {
    texts = assignments.map { text in
      let end = text.firstIndex(of: "=") ?? text.endIndex
      return (String(text[..<end]), String(text[end...].dropFirst()))
    }
    self.cleared = cleared
    var names: Set<String> = []
    for name in texts.map(\.field) + cleared where !names.insert(name).inserted {
      throw RequestMistake("\(name) is given twice")
    }
  }

  /// Whether an argument assigns a value: it begins with the name of a field and `=`.
  package static func isAssignment(_ argument: String) -> Bool {
    argument.wholeMatch(of: /(?s)[A-Za-z][A-Za-z0-9_]*=.*/) != nil
  }

  package func values(for type: RecordType) throws(RequestMistake) -> (fields: RecordFields, cleared: Set<String>) {
    var fields: RecordFields = [:]
    for (name, text) in texts { fields[name] = try FieldValue(text, for: try type.settableField(name)) }
    for name in cleared { _ = try type.settableField(name) }
    return (fields, Set(cleared))
  }
}
