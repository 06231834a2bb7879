import Catalog
package import CloudKitRecords
package import CloudKitSchema

/// The fields of a catalog that jobs keep, which an edit by hand would only falsify until the next run.
package struct JobFields: Sendable {
  private let jobs: [RecordType.Name: [String: String]]
  private let metadataType: RecordType.Name?
  /// The names of the fields whose values no editor sets, by record type: those of jobs, and the dates that each
  /// change writes.
  package let names: [RecordType.Name: Set<String>]

  /// Creates the kept fields of a schema; a schema without a catalog has none.
  package init(_ schema: Schema) {
    guard let layout = CatalogLayout(schema) else {
      jobs = [:]
      names = [:]
      metadataType = nil
      return
    }
    metadataType = CatalogTable.metadata.type(in: layout)
    let tables: [CatalogTable] = [.feeds, .metadata, .categories, .collections]
    jobs = Dictionary(
      tables.compactMap { table in
        table.type(in: layout).map { type in
          let fields = table.columns(in: layout).compactMap { field in
            Self.job(of: field.owner).flatMap { job in field.name(in: layout).map { ($0, job) } }
          }
          return (type, Dictionary(fields, uniquingKeysWith: { first, _ in first }))
        }
      }, uniquingKeysWith: { first, _ in first })
    let kept = tables.compactMap { table -> (RecordType.Name, Set<String>)? in
      let dates = [CollectionField.createdAt, CollectionField.updatedAt]
      let fields = table.columns(in: layout).filter { Self.job(of: $0.owner) != nil || dates.contains($0) }
      return table.type(in: layout).map { ($0, Set(fields.names(in: layout))) }
    }
    names = Dictionary(kept) { $0.union($1) }
  }

  private static func job(of owner: CatalogField.Owner) -> String? {
    switch owner {
    case .score: "score"
    case .subscribers: "subscribers"
    case .probe: "update --no-articles"
    case .curator, .writer, .ingestion: nil
    }
  }

  /// Returns why a change is refused without `--allow-job-fields`, or `nil` if no job keeps what it changes.
  package func problem(of change: PlannedChange) -> String? {
    let operation = change.operation
    if operation.kind.isDelete {
      return change.recordType == metadataType
        ? "\(change.recordType) is kept by 'update --no-articles': pass --allow-job-fields to delete its records" : nil
    }
    guard let fields = jobs[change.recordType] else { return nil }
    let changed = operation.cleared.union(operation.record.fields.keys)
    return changed.sorted().lazy.compactMap { name in
      fields[name].map { "\(change.recordType).\(name) is kept by '\($0)': pass --allow-job-fields to edit it" }
    }.first
  }
}
