package import CloudKitRecords
package import CloudKitSchema

/// A record type to compare or copy, and the fields and records that count.
package struct ComparedType: Hashable, Sendable {
  /// The name of the record type.
  package let name: RecordType.Name
  /// The names of the fields that count, sorted. Other fields are neither compared nor copied.
  package let fields: [String]
  /// Whether all declared fields count.
  package let isWhole: Bool
  /// The conditions on the source's records.
  package let filters: [Filter]

  /// Creates a selection of a type's fields.
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
