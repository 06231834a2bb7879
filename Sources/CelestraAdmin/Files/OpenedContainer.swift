import Catalog
import CloudKitRecords
import CloudKitSchema
import Foundation
import SQLiteStore

/// An open container of any schema.
struct OpenedStore {
  /// The purpose for which a container is opened.
  enum Purpose {
    /// Reading. The container is neither created nor changed.
    case reading
    /// Writing to an existing container, which is migrated to the schema.
    case writing
    /// Writing to a container, which is created or migrated to the schema.
    case creating
    /// Planning for a container that does not exist. An empty one in memory replaces it.
    case planning
  }

  /// The path or id that the user passed.
  let name: String
  /// The store of its records.
  let store: any RecordStore
  /// The schema it enforces.
  let schema: Schema
  /// Whether an empty container in memory replaces one that did not exist. Another process may have created it since.
  let isInMemory: Bool

  /// Opens the container that options name.
  /// - Parameter keepsSchema: Whether writing migrates an existing local container only to a schema that the user
  ///   passed, so that the container can have any schema.
  /// - Throws: `CommandFailure` if the container cannot be opened for the purpose.
  init(_ options: ContainerOptions, for purpose: Purpose, keepingSchema keepsSchema: Bool = false) throws {
    name = try options.container
    isInMemory = purpose == .planning
    if try options.isCloud, purpose != .planning {
      if purpose != .reading { try options.confirmWriting(to: name) }
      (store, schema) = try OpenedDatabases.open(options)
    } else {
      let container = try Self.local(name, options, for: purpose, keepsSchema)
      (store, schema) = (container, container.schema)
    }
  }

  private static func local(
    _ path: String, _ options: ContainerOptions, for purpose: Purpose, _ keepsSchema: Bool
  ) throws -> LocalContainer {
    switch purpose {
    case .reading: return try LocalContainer.openForReading(path)
    case .planning: return try LocalContainer.inMemory(schema: options.schema()) { Timestamp(Date()) }
    case .writing, .creating:
      // Throws the error for a missing container.
      if purpose == .writing, try !options.exists { _ = try LocalContainer.openForReading(path) }
      let own =
        try keepsSchema && options.schemaFile == nil && options.exists
        ? LocalContainer.openForReading(path).schema : options.schema()
      return try LocalContainer.open(path, schema: own) { Timestamp(Date()) }
    }
  }
}

/// An open container and the layout of its catalog.
struct OpenedContainer {
  private let opened: OpenedStore
  /// The record types and fields of its catalog.
  let layout: CatalogLayout

  /// The path or id that the user passed.
  var name: String { opened.name }
  /// The store of its records.
  var store: any RecordStore { opened.store }
  /// The schema it enforces.
  var schema: Schema { opened.schema }
  /// Whether an empty container in memory replaces one that did not exist.
  var isInMemory: Bool { opened.isInMemory }

  /// A reader of its feeds.
  var reader: CatalogReader { CatalogReader(store, layout: layout, schema: schema) }

  /// Opens the container that options name.
  /// - Throws: `CommandFailure` if the container cannot be opened for the purpose.
  init(_ options: ContainerOptions, for purpose: OpenedStore.Purpose) throws {
    opened = try OpenedStore(options, for: purpose)
    guard let layout = CatalogLayout(opened.schema) else {
      throw CommandFailure(
        "the schema of \(opened.name) declares neither PublicFeed nor Feed; use schema/celestra.ckdb")
    }
    self.layout = layout
  }
}
