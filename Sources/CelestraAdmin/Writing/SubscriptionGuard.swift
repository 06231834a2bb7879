import ArgumentParser
import Catalog
import CloudKitRecords
import CloudKitSchema

enum SubscriptionGuard {
  /// Refuses to write subscriptions to an iCloud container: a server would make the key's user the creator of all of them.
  static func check(_ types: some Sequence<RecordType.Name>, _ schema: Schema, isCloud: Bool) throws {
    let subscriptions = CatalogTable.subscriptions.recordType
    guard isCloud, types.contains(subscriptions), CatalogLayout(schema) != nil else { return }
    throw ValidationError(
      "\(subscriptions) records cannot be written to an iCloud container: all would belong to the key's user, and "
        + "subscriber counts, which count creators, would be wrong; leave the record type out with --types")
  }
}
