import Catalog
import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import CommandLineTool
import SQLiteStore

struct ContainerHandle {
  let container: ContainerName
  let store: any RecordStore
  let schema: Schema
  /// The file; `nil` for an iCloud container.
  var local: LocalContainer?
  /// The database of an iCloud container; `nil` for a file.
  var database: CloudKitDatabase?
  /// Whether an empty container in memory replaces one that did not exist. Another process may have created it since.
  var isInMemory = false

  /// The path, or the id without an environment.
  var name: String { container.location }

  var isCloud: Bool { container.isCloud }

  /// The store, which lists the records of every type if it is a file. CloudKit lists those of types with an index
  /// only.
  var listingStore: any RecordStore { local?.listingAllTypes ?? store }

  /// Whether the store lists the records of every type, as that of a backup does.
  var listsAllTypes: Bool { local?.listsAllTypes == true }

  /// The description of the container as a backup; `nil` for one that is not a backup.
  var manifest: BackupManifest? {
    get throws { try listsAllTypes ? Backup.openUnchecked(name).manifest : nil }
  }

  /// The record types and fields of its catalog.
  /// - Throws: `CommandFailure` for a container without a catalog.
  var layout: CatalogLayout {
    get throws(CommandFailure) {
      if let layout = CatalogLayout(schema) { return layout }
      for layout in CatalogLayout.allCases where schema.recordType(named: layout.feedType) != nil {
        guard let articles = schema.recordType(named: layout.articleType) else { continue }
        throw CommandFailure(
          "the schema of \(name) is neither layout of a catalog: \(articles.name) has no field "
            + "\(layout.articleFeedField), so its articles belong to no feed; use schema/celestra.ckdb or "
            + "schema/celestrakit.ckdb")
      }
      throw CommandFailure("the schema of \(name) declares neither PublicFeed nor Feed; use schema/celestra.ckdb")
    }
  }

  /// A reader of its feeds.
  /// - Throws: `CommandFailure` for a container without a catalog.
  var reader: CatalogReader {
    get throws(CommandFailure) { CatalogReader(store, layout: try layout, schema: schema) }
  }

  /// Returns the names of the feeds that texts name: by URL, record name, or title.
  /// - Throws: `CommandFailure` for a text that matches no feed.
  func feeds(named texts: [String]) async throws -> [RecordName] {
    var names: Set<RecordName> = []
    for text in texts {
      let found = try await FeedSearch(reader).names(for: text)
      if found.isEmpty {
        let shown = FeedURL.redacted(text)
        throw CommandFailure("no feed matches '\(shown)' in \(name); pass its URL, record name, or title")
      }
      names.formUnion(found)
    }
    return names.sorted()
  }
}
