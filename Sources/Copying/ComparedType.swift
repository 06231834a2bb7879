package import CloudKitRecords
package import CloudKitSchema

/// A record type to compare or copy, and the fields and records that count.
package struct ComparedType: Hashable, Sendable {
  package let name: RecordType.Name
  /// The names of the fields that count, sorted. Other fields are neither compared nor copied.
  package let fields: [String]
  package let isWhole: Bool
  package let filters: [Filter]
  /// The fields of assets that are read only to count the files that a copy loses.
  package var lostAssets: [String] = []
  /// The names to look up instead of a query, which may name records of other types; `nil` to list the records.
  package var names: [RecordName]?

  package init(
    _ name: RecordType.Name, fields: some Sequence<String>, isWhole: Bool = false, filters: [Filter] = []
  ) {
    self.name = name
    self.fields = fields.sorted()
    self.isWhole = isWhole
    self.filters = filters
  }

  /// Creates a selection of all fields that a record type declares, without system fields.
  /// - Parameter skipped: the names of the fields that do not count.
  package init(_ type: RecordType, skipping skipped: Set<String> = [], filters: [Filter] = []) {
    let names = type.fields.map(\.name).filter { !SystemField.isReserved($0) && !skipped.contains($0) }
    self.init(type.name, fields: names, isWhole: skipped.isEmpty, filters: filters)
  }
}

extension RecordStore {
  /// Calls `body` with every page of a type's records.
  /// - Parameter fields: `nil` for all fields.
  func forEachPage(
    of type: ComparedType, desiredFields fields: [String]?,
    _ body: ([Record]) async throws(RecordStoreError) -> Void
  ) async throws(RecordStoreError) {
    guard let names = type.names else {
      return try await forEachPage(of: Query(type.name, filters: type.filters, desiredFields: fields), body)
    }
    for page in names.recordPages {
      if Task.isCancelled { throw .stopped }
      let found = try await lookup(page, desiredFields: fields)
      let records = page.compactMap { found[$0] }.filter { $0.type == type.name }
      if !records.isEmpty { try await body(records) }
    }
  }
}
