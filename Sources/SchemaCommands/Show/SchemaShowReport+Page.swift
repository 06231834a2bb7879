import CloudKitSchema
import CommandLineTool
import Diagnostics
import HTMLPage
import SchemaReview

extension SchemaShowReport: PageReport {
  func html() throws -> String {
    let descriptions = SchemaDescriptions(document.file)
    var figures = [
      HTMLPage.Figure("record types", "\(schema.recordTypes.count)"), .init("fields", "\(fields)"),
      .init("indexes", "\(indexes)"),
    ]
    if let coverage {
      let served = coverage.isServed.count { $0 }
      let isServed = served == coverage.queries.count
      figures.append(
        .init("declared queries served", "\(served) of \(coverage.queries.count)", isServed ? .good : .bad))
    }
    let overview = descriptions.overview.dropFirst()
    var sections = overview.isEmpty ? [] : [HTMLPage.Section("Overview", paragraphs: Array(overview))]
    sections += [access(descriptions), references(descriptions), queries].compactMap(\.self)
    sections += schema.recordTypes.map { section($0, descriptions) }
    return try HTMLPage(
      title: title, lead: descriptions.overview.first ?? "A CloudKit schema.", figures: figures, sections: sections
    ).render()
  }

  // MARK: Who may read and write

  private func access(_ descriptions: SchemaDescriptions) -> HTMLPage.Section {
    let permissions: [Permissions] = [.read, .create, .write]
    let rows = schema.recordTypes.map { type in
      let database = databases[type.name]
      let name = ReportTable.Cell(type.name, note: database.map { "\($0)" })
      guard !databases.isDeclaredPrivate(type.name) else {
        return [name] + permissions.map { _ in ReportTable.Cell("the user") }
      }
      return [name] + permissions.map { Self.users($0, of: type) }
    }
    let roles = schema.roles.compactMap { role in
      descriptions.roles[role].flatMap { $0.isEmpty ? nil : "\(role): \($0.joined(separator: " "))" }
    }
    let columns = ["record type", "read", "create", "change and delete"].map { ReportTable.Column.text($0) }
    return .init(
      "Who may read and write",
      paragraphs: [
        "Records of the public database, by the permissions of the schema. In a private database, a user may do everything."
      ] + roles,
      tables: [.init("Permissions", columns, rows: rows)])
  }

  /// Returns the users with a permission: the widest classes, which include the others.
  private static func users(_ permission: Permissions, of type: RecordType) -> ReportTable.Cell {
    let access = Access(type.grants)
    func may(_ role: String) -> Bool { access.permissions(of: role).isSuperset(of: permission) }
    if may(SystemRole.world.rawValue) { return .init("everyone", permission == .read ? .plain : .bad) }
    if may(SystemRole.icloud.rawValue) {
      return .init("signed-in users", permission == .write ? .bad : .plain)
    }
    var seen: Set<String> = []
    let roles = type.grants.map(\.role).filter { may($0) && seen.insert($0).inserted }
    let names = roles.map { $0 == SystemRole.creator.rawValue ? "the creator" : $0 }
    return .init(names.isEmpty ? "–" : names.joined(separator: ", "))
  }

  // MARK: References

  private func references(_ descriptions: SchemaDescriptions) -> HTMLPage.Section? {
    let references = SchemaReferences(schema, descriptions).all
    guard !references.isEmpty else { return nil }
    let drawn = Set(references.map(\.recordType) + references.compactMap(\.target))
    let types = schema.recordTypes.map(\.name).filter(drawn.contains)
    let boxes = types.map { type in
      HTMLPage.Drawing.Box(
        type,
        references.filter { $0.recordType == type }.map { reference in
          .init(
            reference.field.name + (reference.field.type.isList ? " (list)" : "")
              + (reference.target == nil ? " ?" : ""),
            to: reference.target.flatMap(types.firstIndex))
        })
    }
    let rows = references.map {
      [
        ReportTable.Cell("\($0.recordType).\($0.field.name)", note: "\($0.field.type)"),
        ReportTable.Cell($0.target ?? "unknown", $0.target == nil ? .faint : .plain),
      ]
    }
    return .init(
      "References",
      paragraphs: [
        "A schema does not say what a reference refers to. The targets are inferred from the descriptions and names of fields."
      ], drawings: [.init("Record types and their references", boxes)],
      tables: [.init("References", [.text("field"), .text("refers to")], rows: rows)])
  }

  // MARK: Queries

  private var queries: HTMLPage.Section? {
    guard let coverage else { return nil }
    let rows = zip(coverage.queries, coverage.isServed).map { query, isServed in
      [
        ReportTable.Cell(query.name, note: query.conditions), ReportTable.Cell(query.recordType.text),
        ReportTable.Cell(isServed ? "yes" : "no", isServed ? .good : .bad),
      ]
    }
    let check = "'\(Program.current.schema("queries"))' says what a query lacks."
    return .init(
      "Queries", paragraphs: coverage.isServed.allSatisfy(\.self) ? [] : [check],
      tables: [.init("Declared queries", [.text("query"), .text("record type"), .text("served")], rows: rows)])
  }

  /// Returns the indexes of a field, each with the queries that use it.
  private func uses(of field: Field, in type: RecordType) -> String? {
    guard let coverage, !field.indexes.isEmpty else { return nil }
    let uses = coverage.uses.filter { $0.recordType == type.name && $0.field == field.name }
    return [Indexes.queryable, .sortable, .searchable].filter(field.indexes.contains).map { index in
      var seen: Set<String> = []
      let queries = uses.filter { $0.indexes.contains(index) }.map(\.query).filter { seen.insert($0).inserted }
      let names = queries.isEmpty ? "no declared query" : queries.joined(separator: ", ")
      return field.indexes.keywords.count == 1 ? names : "\(index.description.lowercased()): \(names)"
    }.joined(separator: "; ")
  }

  // MARK: Record types

  private func section(_ type: RecordType, _ descriptions: SchemaDescriptions) -> HTMLPage.Section {
    let database = databases[type.name].map { ["Database: \($0)."] } ?? []
    // An export lists the system fields of every record type.
    let fields = type.fields.filter { SystemField(rawValue: $0.name) == nil || !$0.indexes.isEmpty }
    let rows = fields.map { field in
      [
        ReportTable.Cell(field.name, note: field.type.description),
        ReportTable.Cell(field.indexes.description.lowercased(), note: uses(of: field, in: type)),
        ReportTable.Cell(descriptions.field(field.name, of: type.name).joined(separator: " ")),
      ]
    }
    let columns = ["field", "indexes", "description"].map { ReportTable.Column.text($0) }
    return .init(
      type.name, paragraphs: (descriptions.recordTypes[type.name] ?? []) + database,
      tables: rows.isEmpty ? [] : [.init("Fields of \(type.name)", columns, rows: rows)])
  }
}
