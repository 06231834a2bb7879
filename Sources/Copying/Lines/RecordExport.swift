package import CloudKitRecords
package import CloudKitSchema

/// An export of records to a file of lines, sorted by type and name.
package struct RecordExport: Sendable {
  private let store: any RecordStore
  private let manifest: RecordManifest
  private let sources: [Source]
  private let types: FieldTypes
  private let format: RecordFileFormat

  /// The records of one type to export.
  package struct Source: Sendable {
    let type: RecordType
    /// The query for the names of its records; `nil` if the names are given.
    let query: Query?
    let names: [RecordName]

    package init(_ selection: RecordSelection) {
      type = selection.type
      query = selection.query
      names = []
    }

    /// The records of a type among given names.
    package init(_ type: RecordType, named names: [RecordName]) {
      self.type = type
      query = nil
      self.names = names
    }
  }

  /// - Parameters:
  ///   - missing: The record types that cannot be listed.
  ///   - partial: The record types of which records may be missing.
  ///   - skipped: The fields to leave out, as `Type.field`.
  package init(
    of sources: [Source], from store: any RecordStore, schema: Schema, missing: [RecordType.Name] = [],
    partial: [RecordType.Name] = [], skipping skipped: Set<String> = [], format: RecordFileFormat = .jsonl
  ) {
    self.format = format
    self.store = store
    self.sources = sources.sorted { $0.type.name < $1.type.name }
    types = FieldTypes(schema)
    self.skipped = skipped
    manifest = RecordManifest(
      types: self.sources.map(\.type.name), missing: missing.sorted(), partial: partial.sorted(),
      skipped: skipped.sorted())
  }

  private let skipped: Set<String>

  /// - Parameter progress: Called after each page with the number of records written so far.
  /// - Returns: The number of records per type.
  /// - Throws: A `RequestMistake` for a value that the format cannot hold exactly.
  package func write<Failure: Error>(
    _ write: ([UInt8]) throws(Failure) -> Void, progress: (Int) -> Void = { _ in }
  ) async throws -> [RecordType.Name: Int] {
    var file = RecordFileWriter(manifest, format)
    try write(file.head())
    for source in sources {
      let names = try await names(of: source)
      for page in names.recordPages {
        if Task.isCancelled { throw RecordStoreError.stopped }
        // Look-ups return the current values, queries return them late.
        // All fields are read, since a record can have some that the schema lacks.
        let records = try await store.lookup(page, desiredFields: nil)
        for name in page {
          guard var record = records[name], record.type == source.type.name else { continue }
          if !skipped.isEmpty {
            record.fields = record.fields.filter { !skipped.contains("\(source.type.name).\($0.key)") }
          }
          try write(try file.line(record, types[record.type]))
        }
        progress(file.counts.values.reduce(0, +))
      }
    }
    try write(file.foot())
    return file.counts
  }

  /// Returns the names of a source's records, sorted and without repeats.
  private func names(of source: Source) async throws(RecordStoreError) -> [RecordName] {
    var names = source.names
    if var query = source.query {
      query.desiredFields = []
      try await store.forEachPage(of: query) { names += $0.map(\.name) }
    }
    names.sort()
    return names.enumerated().filter { $0.offset == 0 || names[$0.offset - 1] != $0.element }.map(\.element)
  }
}
