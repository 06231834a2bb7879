import ArgumentParser
import Catalog
import CloudKitRecords
import CloudKitSchema

enum SubscriptionGuard {
  /// Refuses to write subscriptions to an iCloud container: a server would make the key's user the creator of all of
  /// them.
  static func check(_ types: some Sequence<RecordType.Name>, _ schema: Schema, isCloud: Bool) throws {
    guard isCloud else { return }
    for type in types {
      guard let problem = problem(of: type, schema) else { continue }
      throw ValidationError(
        "\(type) records cannot be written to an iCloud container: \(problem); leave the record type out with --types")
    }
  }

  /// Returns why records of a type cannot be written to an iCloud container; `nil` if they are not subscriptions.
  static func problem(of type: RecordType.Name, _ schema: Schema) -> String? {
    guard type == CatalogTable.subscriptions.recordType, CatalogLayout(schema) != nil else { return nil }
    return "all would belong to the key's user, and subscriber counts, which count creators, would be wrong"
  }
}
