import CloudKitRecords
import CloudKitSchema
package import Diagnostics

/// The queries of a manifest held against the indexes of one schema.
package struct QueryCoverage: Sendable {
  /// The queries asked of this schema.
  package let queries: [DeclaredQuery]
  /// Whether each of them is served as it is, in their order.
  package let isServed: [Bool]
  /// What is wrong in the manifest, mistakes of its form first.
  package let manifestDiagnostics: [Diagnostic]
  /// What is wrong in the schema.
  package let schemaDiagnostics: [Diagnostic]

  /// Checks the queries whose schema is the one of this name: the file's, without folder and extension.
  package init(_ manifest: QueryManifest, against document: SchemaDocument, named name: String) {
    var check = QueryCheck(manifest: manifest.source.name, schema: document)
    queries = manifest.queries.filter { $0.schema == name }
    isServed = queries.map { check.isServed($0) }
    manifestDiagnostics = manifest.diagnostics + check.diagnostics
    schemaDiagnostics = check.unusedIndexes(in: document.file)
  }
}

/// One pass over the queries of a schema, noting which indexes they use.
private struct QueryCheck {
  private(set) var diagnostics: [Diagnostic] = []

  /// With more names than this nothing is suggested: comparing with all of them for each mistake takes quadratic time.
  private static let mostCandidates = 256

  private let manifest: String
  private let schema: String
  private let types: [RecordType.Name: [String: Field]]
  private var used: [[String]: Indexes] = [:]
  private var path: String?
  private var errors = 0

  init(manifest: String, schema document: SchemaDocument) {
    self.manifest = manifest
    schema = document.file.source.name
    types = Dictionary(
      document.schema.recordTypes.map { type in
        let system = SystemField.allCases.map { ($0.rawValue, Field(name: $0.rawValue, type: $0.type)) }
        let declared = type.fields.map { ($0.name, $0) }
        return (type.name, Dictionary(declared + system, uniquingKeysWith: { first, _ in first }))
      }, uniquingKeysWith: { first, _ in first })
  }

  mutating func isServed(_ query: DeclaredQuery) -> Bool {
    errors = 0
    check(query)
    return errors == 0
  }

  private mutating func check(_ query: DeclaredQuery) {
    path = query.path
    let type = query.recordType.text
    guard let fields = types[type] else {
      let nearest = Self.nearest(to: type, among: types.keys)
      report(
        .unknownRecordType, "\(schema) has no record type '\(type)'", query.recordType,
        nearest.map { "did you mean \($0)?" } ?? "declare it, or mend the query")
      return
    }
    // Without a filter CloudKit walks the index of the record names (reported from live use).
    if query.filters.isEmpty {
      use(.queryable, SystemField.recordID.rawValue, of: type)
      if fields[SystemField.recordID.rawValue]?.indexes.contains(.queryable) != true {
        report(
          .unservedFilter, "a query without a filter needs \(type).___recordID QUERYABLE", query.recordType,
          "write \"___recordID\" REFERENCE QUERYABLE in \(schema)")
      }
    }
    for filter in query.filters { check(filter, fields, of: type) }
    for field in query.sort { checkSort(field, fields, of: type) }
  }

  private mutating func check(_ filter: DeclaredQuery.Filter, _ fields: [String: Field], of type: RecordType.Name) {
    let field = field(filter.field, fields, of: type)
    guard let comparator = Filter.Comparator(rawValue: filter.comparator.text) else {
      let word = filter.comparator.text
      let nearest = Suggestion.nearest(to: word, among: Filter.Comparator.allCases.map(\.rawValue))
      report(
        .unsupportedComparator, "CloudKit cannot compare by '\(word)'", filter.comparator,
        Filter.Comparator.advice(on: word) ?? nearest.map { "did you mean \($0)?" }
          ?? "use one of CloudKit's comparators"
      )
      return
    }
    guard let field else { return }
    guard comparator.accepts(field.type) else {
      report(
        .unsupportedComparator, "\(type).\(field.name) is \(field.type), which \(comparator.rawValue) cannot compare",
        filter.comparator, "ask by a comparator for \(field.type)")
      return
    }
    use(comparator.index, field.name, of: type)
    if comparator.isRange { use(.sortable, field.name, of: type) }
    guard !field.indexes.contains(comparator.index) else { return }
    if comparator.isRange, field.indexes.contains(.sortable) {
      report(
        .unservedFilter, "\(type).\(field.name) is SORTABLE but not QUERYABLE: a range may be refused", filter.field,
        "add QUERYABLE to \(field.name) in \(schema)", severity: .warning)
    } else {
      report(
        .unservedFilter, "\(comparator.rawValue) needs \(type).\(field.name) to be \(comparator.index)", filter.field,
        "add \(comparator.index) to \(field.name) in \(schema)")
    }
  }

  private mutating func checkSort(_ word: ManifestWord, _ fields: [String: Field], of type: RecordType.Name) {
    guard let field = field(word, fields, of: type) else { return }
    guard !field.type.isList else {
      report(
        .unservedSort, "\(type).\(field.name) is a list, by which CloudKit cannot sort", word,
        "sort by a field with one value")
      return
    }
    use(.sortable, field.name, of: type)
    if !field.indexes.contains(.sortable) {
      report(
        .unservedSort, "sorting needs \(type).\(field.name) to be SORTABLE", word,
        "add SORTABLE to \(field.name) in \(schema)")
    }
  }

  private mutating func field(
    _ word: ManifestWord, _ fields: [String: Field], of type: RecordType.Name
  ) -> Field? {
    if let field = fields[word.text] { return field }
    let nearest = Self.nearest(to: word.text, among: fields.keys)
    report(
      .unknownField, "\(type) has no field '\(word.text)' in \(schema)", word,
      nearest.map { "did you mean \($0)?" } ?? "declare it, or mend the query")
    return nil
  }

  private static func nearest(to word: String, among names: some Collection<String>) -> String? {
    names.count <= mostCandidates ? Suggestion.nearest(to: word, among: names.sorted()) : nil
  }

  private mutating func use(_ index: Indexes, _ field: String, of type: RecordType.Name) {
    used[[type, field], default: []].formUnion(index)
  }

  private mutating func report(
    _ rule: QueryRule, _ message: String, _ word: ManifestWord, _ help: String, severity: Diagnostic.Severity = .error
  ) {
    if severity == .error { errors += 1 }
    diagnostics.append(
      Diagnostic(severity, rule: rule.id, message, file: manifest, range: word.range, path: path, help: help))
  }

  /// The indexes in a file that no query used, at the fields' names. Browsing in CloudKit Console needs
  /// `___recordID QUERYABLE`, so that one is never called unused.
  func unusedIndexes(in file: SchemaFile) -> [Diagnostic] {
    file.recordTypes.flatMap { type in
      let owner = file.name(type.name)
      return file.fields[type.fields].compactMap { field -> Diagnostic? in
        let name = file.name(field.name)
        var unused = field.indexes.subtracting(used[[owner, name]] ?? [])
        if name == SystemField.recordID.rawValue { unused.remove(.queryable) }
        guard !unused.isEmpty else { return nil }
        return Diagnostic(
          .info, rule: QueryRule.unusedIndex.id, "no declared query needs \(owner).\(name) to be \(unused)",
          file: file.source.name, range: file.tokens[field.name].range,
          help: "declare the query that does, or do without the index: each costs space and time to write")
      }
    }
  }
}
