import Catalog
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics

extension PlannedWrite {
  /// Finds the records that CloudKit deletes together with those of the plan, and says how many they are.
  /// - Throws: `CommandFailure` if more records refer to a record than CloudKit deletes with it.
  mutating func findCascade(in schema: Schema) async throws {
    let layout = CatalogLayout(schema)
    if !changes.contains(where: { $0.isSearched(in: layout) }) { return }
    let found = try await DeletionCascade(of: changes, in: store, schema)
    cascade = found.deletions
    let limit = DeletionCascade.limit
    if let (name, count) = found.counts.sorted(by: { $0.key < $1.key }).first(where: { $0.value > limit }) {
      throw CommandFailure(
        "\(count) records refer to \(name) with DELETE_SELF, and CloudKit deletes at most \(limit) with a record; delete"
          + " those records first")
    }
    // The collections of a catalog have a list of feeds without an index.
    if layout == nil, !found.unsearched.isEmpty {
      Terminal.note(
        "without an index, DELETE_SELF references in \(found.unsearched.joined(separator: ", ")) are not searched,"
          + " and 'undo' cannot restore what they delete")
    }
    if !cascade.isEmpty { Terminal.standardError.write("\(cascade.typeCounts) that refer to them are deleted too\n") }
  }
}

extension DeletionCascade {
  /// Finds the records that CloudKit deletes together with those of a plan. What refers to articles of the plan, which
  /// would expire in any case, is not searched for.
  init(of changes: [PlannedChange], in store: any RecordStore, _ schema: Schema) async throws(RecordStoreError) {
    let layout = CatalogLayout(schema)
    let doomed = changes.filter { $0.isSearched(in: layout) }.map(\.operation.record)
    let planned = Dictionary(changes.map { ($0.recordName, $0.operation) }) { _, last in last }
    try await self.init(deleting: doomed, after: planned, in: store, schema)
  }
}

extension PlannedChange {
  /// Whether the change is a deletion that can delete other records along.
  fileprivate func isSearched(in layout: CatalogLayout?) -> Bool {
    operation.kind.isDelete && recordType != layout?.articleType
  }
}

extension [PlannedChange] {
  /// The numbers of changes by record type: `2 Author records, 1 Book record`.
  var typeCounts: String {
    Dictionary(grouping: self, by: \.recordType).map { $1.count.of("\($0) record") }.sorted().joined(separator: ", ")
  }
}
