import CloudKitRecords
package import CloudKitSchema
package import Diagnostics

/// A check of a manifest's queries against the indexes of a schema.
package struct QueryCoverage: Sendable {
  package let queries: [DeclaredQuery]
  /// Whether the schema serves each query, in the order of `queries`.
  package let isServed: [Bool]
  /// The findings in the manifest, beginning with mistakes in its format.
  package let manifestDiagnostics: [Diagnostic]
  package let schemaDiagnostics: [Diagnostic]
  package let uses: [IndexUse]

  /// The indexes of a field that a query needs.
  package struct IndexUse: Hashable, Sendable {
    package let recordType: RecordType.Name
    package let field: String
    package let indexes: Indexes
    package let query: String
  }

  /// - Parameter name: The name of the schema file, without folder and extension.
  package init(_ manifest: QueryManifest, against document: SchemaDocument, named name: String) {
    var check = QueryCheck(manifest: manifest.source.name, schema: document)
    queries = manifest.queries.filter { $0.schema == name }
    isServed = queries.map { check.isServed($0) }
    uses = check.uses
    guard !queries.isEmpty else {
      manifestDiagnostics = manifest.diagnostics + [Self.noMatchingQuery(in: manifest, named: name)]
      schemaDiagnostics = []
      return
    }
    manifestDiagnostics = manifest.diagnostics + check.diagnostics
    // A query that cannot be read may use any index.
    schemaDiagnostics = manifest.diagnostics.isEmpty ? check.unusedIndexes(in: document.file) : []
  }

  private static func noMatchingQuery(in manifest: QueryManifest, named name: String) -> Diagnostic {
    let names = Set(manifest.queries.map(\.schema)).sorted()
    let rule = Rule.noMatchingQuery
    let known = names.isEmpty ? "declares no queries" : "has queries for \(names.joined(separator: ", ")) only"
    return Diagnostic(
      rule.severity, rule: rule.id, "no query is for the schema '\(name)': the manifest \(known)",
      file: manifest.source.name,
      help: names.isEmpty
        ? "declare the queries of your apps"
        : "pass one of these names with --schema-name, or correct the key 'schema' of the queries")
  }
}

/// A pass over the queries for a schema that records which indexes they use.
private struct QueryCheck {
  private(set) var diagnostics: [Diagnostic] = []

  /// The maximum number of names to search for suggestions; more names would take quadratic time.
  private static let maximumCandidates = 256

  private let manifest: String
  private let schema: String
  private let types: [RecordType.Name: [String: Field]]
  private(set) var uses: [QueryCoverage.IndexUse] = []
  private var query: DeclaredQuery?
  private var errors = 0
  /// The record types with a query that is not served.
  private var failed: Set<RecordType.Name> = []

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
    if errors > 0 { failed.insert(query.recordType.text) }
    return errors == 0
  }

  private mutating func check(_ query: DeclaredQuery) {
    self.query = query
    let type = query.recordType.text
    if type == "Users" {
      report(
        .unknownRecordType, "CloudKit refuses queries for Users, a system record type", query.recordType,
        "look records of Users up by name")
      return
    }
    guard let fields = types[type] else {
      let nearest = Self.nearest(to: type, among: types.keys)
      report(
        .unknownRecordType, "\(schema) has no record type '\(type)'", query.recordType,
        nearest.map { "did you mean \($0)?" } ?? "declare the record type, or correct the query")
      return
    }
    // Without a filter, CloudKit scans the index of record names (observed in live use).
    if query.filters.isEmpty {
      markUsed(.queryable, SystemField.recordID.rawValue, of: type)
      if fields[SystemField.recordID.rawValue]?.indexes.contains(.queryable) != true {
        report(
          .unservedFilter, "a query without a filter needs \(type).___recordID to be QUERYABLE", query.recordType,
          "declare \"___recordID\" REFERENCE QUERYABLE in \(schema)")
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
        .unsupportedComparator, "CloudKit has no comparator '\(word)'", filter.comparator,
        Filter.Comparator.advice(on: word) ?? nearest.map { "did you mean \($0)?" }
          ?? "use one of CloudKit's comparators"
      )
      return
    }
    guard let field else { return }
    guard comparator.valueType(for: field.type) != nil else {
      report(
        .unsupportedComparator, "\(comparator.rawValue) cannot compare \(type).\(field.name), which is \(field.type)",
        filter.comparator, "use a comparator for \(field.type)")
      return
    }
    guard supports(comparator.indexes, field, filter.field, of: type) else { return }
    markUsed(comparator.indexes, field.name, of: type)
    let missing = comparator.indexes.subtracting(field.indexes)
    if comparator.isRange, missing == .queryable {
      report(
        .unservedFilter, "\(type).\(field.name) is SORTABLE but not QUERYABLE, so CloudKit may refuse a range",
        filter.field, "add QUERYABLE to \(field.name) in \(schema)", severity: .warning)
    } else if !missing.isEmpty {
      report(
        .unservedFilter, "\(comparator.rawValue) needs \(type).\(field.name) to be \(missing)", filter.field,
        "add \(missing) to \(field.name) in \(schema)")
    }
  }

  /// Returns whether CloudKit supports indexes on the type of a field, and reports a query that can never be served.
  private mutating func supports(
    _ indexes: Indexes, _ field: Field, _ word: ManifestString, of type: RecordType.Name
  ) -> Bool {
    let unsupported = indexes.subtracting(field.type.supportedIndexes)
    guard !unsupported.isEmpty else { return true }
    report(
      unsupported == .sortable ? .unservedSort : .unservedFilter,
      "\(type).\(field.name) is \(field.type), for which CloudKit has no \(unsupported) index", word,
      "use another field, or filter and sort in the app")
    return false
  }

  private mutating func checkSort(_ word: ManifestString, _ fields: [String: Field], of type: RecordType.Name) {
    guard let field = field(word, fields, of: type) else { return }
    guard supports(.sortable, field, word, of: type) else { return }
    markUsed(.sortable, field.name, of: type)
    if !field.indexes.contains(.sortable) {
      report(
        .unservedSort, "sorting needs \(type).\(field.name) to be SORTABLE", word,
        "add SORTABLE to \(field.name) in \(schema)")
    }
  }

  private mutating func field(
    _ word: ManifestString, _ fields: [String: Field], of type: RecordType.Name
  ) -> Field? {
    if let field = fields[word.text] { return field }
    let nearest = Self.nearest(to: word.text, among: fields.keys) ?? SystemField.named(like: word.text)?.rawValue
    report(
      .unknownField, "\(type) has no field '\(word.text)' in \(schema)", word,
      nearest.map { "did you mean \($0)?" } ?? "declare the field, or correct the query")
    return nil
  }

  private static func nearest(to word: String, among names: some Collection<String>) -> String? {
    names.count <= maximumCandidates ? Suggestion.nearest(to: word, among: names.sorted()) : nil
  }

  private mutating func markUsed(_ index: Indexes, _ field: String, of type: RecordType.Name) {
    uses.append(.init(recordType: type, field: field, indexes: index, query: query?.name ?? ""))
  }

  private mutating func report(
    _ rule: Rule, _ message: String, _ word: ManifestString, _ help: String, severity: Diagnostic.Severity = .error
  ) {
    if severity == .error { errors += 1 }
    diagnostics.append(
      Diagnostic(
        severity, rule: rule.id, "query '\(query?.name ?? "")': \(message)", file: manifest, range: word.range,
        path: query?.path, help: help))
  }

  /// Returns a finding for each record type with indexes that no query uses. Corrected queries may use those of a type
  /// with a query that is not served. Never reports `___recordID QUERYABLE`, which browsing in CloudKit Console needs.
  func unusedIndexes(in file: SchemaFile) -> [Diagnostic] {
    let used = Dictionary(uses.map { ([$0.recordType, $0.field], $0.indexes) }) { $0.union($1) }
    return file.recordTypes.compactMap { type -> Diagnostic? in
      let owner = file.name(type.name)
      if RecordType.isSystem(owner) || failed.contains(owner) { return nil }
      let unused = file.fields[type.fields].compactMap { field -> String? in
        let name = file.name(field.name)
        var unused = field.indexes.subtracting(used[[owner, name]] ?? [])
        if name == SystemField.recordID.rawValue { unused.remove(.queryable) }
        return unused.isEmpty ? nil : "\(name) \(unused)"
      }
      guard !unused.isEmpty else { return nil }
      return Diagnostic(
        .info, rule: Rule.unusedIndex.id,
        "no declared query uses indexes of \(unused.count.of("field")) of '\(owner)': \(unused.joined(separator: ", "))",
        file: file.source.name, range: file.tokens[type.name].range, subject: owner,
        help: "declare the queries that use the indexes, or remove them: each index adds storage and write time")
    }
  }
}
