package import CloudKitRecords
package import CloudKitSchema

/// A record that differs between two containers.
package struct RecordDifference: Hashable, Sendable {
  /// How a record differs.
  package enum Kind: String, Hashable, Sendable {
    /// Only the second container has the record.
    case new
    /// Both containers have the record, with different values.
    case changed
    /// Only the first container has the record.
    case gone
  }

  package let kind: Kind
  package let recordType: RecordType.Name
  package let recordName: RecordName
  /// What people call the record.
  package let title: String
  /// The type of the first container's record, if both have records of different types with the name.
  package var otherType: RecordType.Name?
  /// The fields with different values, sorted by name, from the first container to the second; empty for a new or gone
  /// record.
  package var fields: [FieldChange] = []
  /// The values of a new or gone record that the comparison shows.
  package var values: RecordFields = [:]
}

/// The differences between the records of two containers: counts of all, and the first records.
package struct ContainerDifference: Sendable {
  package struct Counts: Hashable, Sendable {
    package internal(set) var same = 0
    /// The number of records that only the second container has.
    package internal(set) var new = 0
    package internal(set) var changed = 0
    /// The number of records that only the first container has.
    package internal(set) var gone = 0
    /// The number of changed records by changed field.
    package internal(set) var fields: [String: Int] = [:]

    package var differing: Int { new + changed + gone }
  }

  package private(set) var counts: [RecordType.Name: Counts] = [:]
  package private(set) var records: [RecordDifference] = []

  private let comparesVersions: Bool
  private let limit: Int
  private let shown: Set<String>

  /// - Parameters:
  ///   - types: The types to compare, in the order of the report, as the second container lists them.
  ///   - listings: How the first container lists the types that it cannot list as a whole.
  ///   - schemas: The schemas of the containers; a type that one of them lacks has no records there.
  ///   - comparesVersions: Whether records with other dates, users, or change tags are changed.
  ///   - limit: The maximum number of records to keep.
  ///   - shown: The fields of new and gone records to keep.
  ///   - progress: Called after each page with the number of records compared.
  package init(
    _ types: [ComparedType], listedAs listings: [RecordType.Name: ComparedType] = [:], from old: any RecordStore,
    to new: any RecordStore, schemas: (old: Schema, new: Schema),
    ignoresEmptyLists: Bool, comparesVersions: Bool = false, limit: Int, showing shown: Set<String> = [],
    progress: (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) {
    self.comparesVersions = comparesVersions
    self.limit = limit
    self.shown = shown
    let comparison = ContainerComparison(of: new, with: old, ignoresEmptyLists: ignoresEmptyLists)
    var seen = Set<RecordName>()
    var compared = 0
    for type in types {
      counts[type.name] = Counts()
      if schemas.new.recordType(named: type.name) != nil {
        let isNew = { (name: RecordName) in seen.insert(name).inserted }
        try await comparison.forEachPage(of: type, where: isNew) { (page) throws(RecordStoreError) in
          for record in page { add(record, as: type) }
          compared += page.count
          progress(compared)
        }
      }
      if let old = schemas.old.recordType(named: type.name) {
        let titles = old.fields.map(\.name).filter { Record.titleFields.contains($0) || shown.contains($0) }
        try await comparison.forEachExtraPage(
          of: type, listedAs: listings[type.name], fields: titles, besides: seen
        ) { (page) throws(RecordStoreError) in
          for record in page { add(.gone, record) }
        }
      }
    }
  }

  package var isEmpty: Bool { counts.values.allSatisfy { $0.differing == 0 } }

  package func count(_ kind: RecordDifference.Kind) -> Int {
    counts.values.reduce(0) { $0 + (kind == .new ? $1.new : kind == .gone ? $1.gone : $1.changed) }
  }

  package var differing: Int { counts.values.reduce(0) { $0 + $1.differing } }

  private mutating func add(_ compared: RecordComparison, as type: ComparedType) {
    switch compared.difference {
    case .same where comparesVersions && compared.target?.version != compared.source.version:
      counts[type.name]?.changed += 1
    case .same: counts[type.name]?.same += 1
    case .new: add(.new, compared.source)
    case .otherType(let other):
      counts[type.name]?.changed += 1
      keep(
        RecordDifference(
          kind: .changed, recordType: type.name, recordName: compared.source.name, title: compared.source.title,
          otherType: other))
    case .changed(let names):
      counts[type.name]?.changed += 1
      for name in names { counts[type.name]?.fields[name, default: 0] += 1 }
      let fields = names.map {
        FieldChange(field: $0, old: compared.target?.fields[$0], new: compared.source.fields[$0])
      }
      keep(
        RecordDifference(
          kind: .changed, recordType: type.name, recordName: compared.source.name, title: compared.source.title,
          fields: fields))
    }
  }

  private mutating func add(_ kind: RecordDifference.Kind, _ record: Record) {
    switch kind {
    case .new: counts[record.type]?.new += 1
    case .gone: counts[record.type]?.gone += 1
    case .changed: return
    }
    var difference = RecordDifference(
      kind: kind, recordType: record.type, recordName: record.name, title: record.title)
    difference.values = record.fields.filter { shown.contains($0.key) }
    keep(difference)
  }

  private mutating func keep(_ difference: RecordDifference) {
    if records.count < limit { records.append(difference) }
  }
}
