package import Diagnostics
import JSON

/// The declared queries of apps and tools, in the format of `schema/queries.json`.
package struct QueryManifest: Sendable {
  package let source: SourceText
  /// The queries without mistakes.
  package let queries: [DeclaredQuery]
  package let diagnostics: [Diagnostic]

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
    var names: Set<[String]> = []
    return queries.compactMap { query($0.value, at: $0.path, names: &names, into: &diagnostics) }
  }

  private static func query(
    _ value: JSONValue, at path: JSONPath, names: inout Set<[String]>, into diagnostics: inout [Diagnostic]
  ) -> DeclaredQuery? {
    let before = diagnostics.count
    guard var reader = JSONObjectReader(value, at: path, keys: queryKeys, into: &diagnostics) else { return nil }
    let schema = reader.requiredString("schema")
    let name = reader.requiredString("name")
    let recordType = word("recordType", of: &reader)
    let filters = elements("filters", of: &reader, into: &diagnostics)
    let sort = elements("sort", of: &reader, into: &diagnostics)
    if let name, name.wholeMatch(of: #/[a-z0-9]+(-[a-z0-9]+)*/#) == nil {
      reader.reject("name", Rule.queryName.id, "'\(name)' is not a name", help: "use words such as feeds-by-title")
    } else if let name, let schema, !names.insert([schema, name]).inserted {
      let help = "give each query of \(schema) its own name"
      reader.reject("name", Rule.duplicateQuery.id, "another query of \(schema) has this name", help: help)
    }
    let isBlank = { (text: JSONText) in !text.text.utf8.contains { $0 > 0x20 } }
    if case .value(let users) = reader.strings("usedBy"), users.allSatisfy(isBlank) {
      reader.reject("usedBy", "empty-value", "this must not be empty", help: "name the app that makes the query")
    }
    // Documentation for readers; check only the type.
    _ = reader.string("note")
    diagnostics += reader.diagnostics
    let readFilters = filters.compactMap { filter($0.value, at: $0.path, into: &diagnostics) }
    let readSort = sort.compactMap { order($0.value, at: $0.path, into: &diagnostics) }
    // A partially read query could appear served because a condition is missing.
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
  ) -> ManifestString? {
    guard var reader = JSONObjectReader(value, at: path, keys: sortKeys, into: &diagnostics) else { return nil }
    let field = word("field", of: &reader)
    if let order = word("order", of: &reader), order.text != "ascending", order.text != "descending" {
      reader.reject("order", Rule.unknownOrder.id, "unknown sort order", help: "use ascending or descending")
    }
    diagnostics += reader.diagnostics
    return field
  }

  private static func word(_ key: String, of reader: inout JSONObjectReader) -> ManifestString? {
    guard let text = reader.requiredString(key), let range = reader.value(key)?.range else { return nil }
    return ManifestString(text: text, range: range)
  }

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

package struct ManifestString: Hashable, Sendable {
  package let text: String
  /// The bytes of the string, including quotes.
  let range: SourceRange
}

/// A query of an app or a tool, as declared in a manifest.
package struct DeclaredQuery: Hashable, Sendable {
  /// A condition; a query combines its conditions with AND.
  package struct Filter: Hashable, Sendable {
    let field: ManifestString
    /// The comparator as written, which may be unknown.
    let comparator: ManifestString
  }

  /// The name of the query, which describes its results.
  package let name: String
  /// The name of the schema file, without its extension.
  let schema: String
  /// The path in the manifest, such as `queries[3]`.
  package let path: String
  package let recordType: ManifestString
  /// The conditions; without conditions, the query finds every record.
  let filters: [Filter]
  /// The fields to sort by, most significant first.
  let sort: [ManifestString]

  /// The conditions and the order on one line.
  package var conditions: String {
    let filters = filters.map { "\($0.field.text) \($0.comparator.text)" }.joined(separator: ", ")
    let order = sort.isEmpty ? "" : "; sorted by \(sort.map(\.text).joined(separator: ", "))"
    return (filters.isEmpty ? "all records" : filters) + order
  }
}
