import CloudKitSchema
package import Diagnostics
import JSON

/// The queries that apps and tools declare, in the form of `schema/queries.json`.
package struct QueryManifest: Sendable {
  /// The text.
  package let source: SourceText
  /// The queries that could be read whole.
  package let queries: [DeclaredQuery]
  /// The mistakes of the manifest itself.
  package let diagnostics: [Diagnostic]

  /// Reads a manifest; every mistake is found in one run.
  package init(_ source: SourceText) {
    var diagnostics: [Diagnostic] = []
    self.source = source
    queries = Self.read(source, into: &diagnostics)
    self.diagnostics = diagnostics
  }

  private static let fileKeys = JSONKeys(["$schema", "queries"])
  private static let queryKeys = JSONKeys(["schema", "name", "usedBy", "recordType", "filters", "sort", "note"])
  private static let filterKeys = JSONKeys(["field", "comparator"])
  private static let sortKeys = JSONKeys(["field", "order"])

  private static func read(_ source: SourceText, into diagnostics: inout [Diagnostic]) -> [DeclaredQuery] {
    guard let document = JSONDocument.parse(source, into: &diagnostics),
      var file = JSONObjectReader(document.root, at: .root, keys: fileKeys, into: &diagnostics)
    else { return [] }
    let queries = elements("queries", of: &file, into: &diagnostics)
    diagnostics += file.diagnostics
    return queries.compactMap { query($0.value, at: $0.path, into: &diagnostics) }
  }

  private static func query(
    _ value: JSONValue, at path: JSONPath, into diagnostics: inout [Diagnostic]
  ) -> DeclaredQuery? {
    let before = diagnostics.count
    guard var reader = JSONObjectReader(value, at: path, keys: queryKeys, into: &diagnostics) else { return nil }
    let schema = reader.requiredString("schema")
    let name = reader.requiredString("name")
    let recordType = word("recordType", of: &reader)
    let filters = elements("filters", of: &reader, into: &diagnostics)
    let sort = elements("sort", of: &reader, into: &diagnostics)
    // For people; only their types are held against the form.
    _ = reader.strings("usedBy")
    _ = reader.string("note")
    diagnostics += reader.diagnostics
    let readFilters = filters.compactMap { filter($0.value, at: $0.path, into: &diagnostics) }
    let readSort = sort.compactMap { order($0.value, at: $0.path, into: &diagnostics) }
    // A query read in part would be called served for what was left out of it.
    guard let schema, let name, let recordType, diagnostics.count == before else { return nil }
    return DeclaredQuery(
      name: name, schema: schema, path: path.description, recordType: recordType, filters: readFilters, sort: readSort)
  }

  private static func filter(
    _ value: JSONValue, at path: JSONPath, into diagnostics: inout [Diagnostic]
  ) -> DeclaredQuery.Filter? {
    guard var reader = JSONObjectReader(value, at: path, keys: filterKeys, into: &diagnostics) else { return nil }
    let field = word("field", of: &reader)
    let comparator = word("comparator", of: &reader)
    diagnostics += reader.diagnostics
    guard let field, let comparator else { return nil }
    return DeclaredQuery.Filter(field: field, comparator: comparator)
  }

  private static func order(
    _ value: JSONValue, at path: JSONPath, into diagnostics: inout [Diagnostic]
  ) -> ManifestWord? {
    guard var reader = JSONObjectReader(value, at: path, keys: sortKeys, into: &diagnostics) else { return nil }
    let field = word("field", of: &reader)
    if let order = word("order", of: &reader), order.text != "ascending", order.text != "descending" {
      reader.reject("order", QueryRule.unknownOrder.id, "there is no such order", help: "write ascending or descending")
    }
    diagnostics += reader.diagnostics
    return field
  }

  private static func word(_ key: String, of reader: inout JSONObjectReader) -> ManifestWord? {
    guard let text = reader.requiredString(key), let range = reader.value(key)?.range else { return nil }
    return ManifestWord(text: text, range: range)
  }

  /// The elements of an array the object cannot do without.
  private static func elements(
    _ key: String, of reader: inout JSONObjectReader, into diagnostics: inout [Diagnostic]
  ) -> [(value: JSONValue, path: JSONPath)] {
    guard let value = reader.value(key) else {
      reader.reject(key, "missing-key", "the key '\(key)' is missing", help: "add \"\(key)\": []")
      return []
    }
    let path = reader.path.key(key)
    guard let elements = value.array else {
      diagnostics.append(JSONObjectReader.wrongType(value, expected: "an array", at: path))
      return []
    }
    let paths = path.elements
    return elements.enumerated().map { (value: $0.element, path: paths($0.offset)) }
  }
}
