package import Catalog
package import CloudKitRecords

extension UndoPlan {
  /// Keeps what would leave the catalog inconsistent: deletions of records that are in use, feeds that exist under
  /// another name, references to missing records, and the metadata of feeds that stay. Writes nothing.
  /// - Returns: the metadata records that stay only because their feeds do.
  package mutating func keepDependencies(
    in reader: CatalogReader
  ) async throws(RecordStoreError) -> Set<RecordName> {
    var companions: Set<RecordName> = []
    while true {
      let metadata = metadataOfKeptFeeds(in: reader)
      companions.formUnion(metadata.map(\.change.recordName))
      keep(metadata)
      let conflicts = try await PlanDependencies(of: changes, in: reader).conflicts()
      keep(conflicts)
      if metadata.isEmpty, conflicts.isEmpty { return companions }
    }
  }

  private func metadataOfKeptFeeds(in reader: CatalogReader) -> [Kept] {
    let type = CatalogTable.metadata.type(in: reader.layout)
    let names = Set(kept.map(\.change.recordName))
    return changes.filter { change in
      guard change.recordType == type, change.operation.kind.isDelete else { return false }
      let feed = change.before[MetadataField.feedReference.name]?.reference
      return feed.map { names.contains($0.recordName) } ?? false
    }.map { ($0, "its feed stays") }
  }
}
