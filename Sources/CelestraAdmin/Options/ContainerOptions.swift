import ArgumentParser
import Catalog
import CloudKitRecords
import CloudKitSchema
import Foundation
import SQLiteStore

/// The container a command works on, and the schema it is made from or brought to.
struct ContainerOptions: ParsableArguments {
  @Option(
    name: .customLong("container"),
    help: ArgumentHelp(
      "The container: a local one is an SQLite file. (default: \(EffectiveConfiguration.container))", valueName: "path")
  )
  var containerFile: String?

  @Option(
    name: .customLong("schema"),
    help: ArgumentHelp(
      "What a local container is made from, or brought to, by commands that write. (default: "
        + "\(EffectiveConfiguration.schema))", valueName: "file"))
  var schemaFile: String?

  @OptionGroup var configuration: ConfigurationOptions

  /// The container's path: the flag's, else the configuration's, else the default.
  var container: String {
    get throws {
      let container = try containerFile ?? configuration.effective().container.value
      if let refusal = Self.refusal(of: container) { throw CommandFailure(refusal) }
      return container
    }
  }

  private static func refusal(of container: String) -> String? {
    guard container.hasPrefix("iCloud.") else { return nil }
    return "'\(container)' is a CloudKit container; this version works on local ones: name a file"
  }

  func validate() throws {
    if let refusal = containerFile.flatMap(Self.refusal) { throw ValidationError(refusal) }
    if containerFile == "" { throw ValidationError("--container wants the path of a file") }
  }

  /// A container and how its catalogue is kept.
  struct Opened {
    /// What the user calls it.
    let name: String
    /// Where its records are.
    let store: any RecordStore
    /// What it enforces.
    let schema: Schema
    /// How its catalogue is kept.
    let layout: CatalogLayout

    /// What reads its feeds.
    var reader: CatalogReader { CatalogReader(store, layout: layout, schema: schema) }

    init(_ store: LocalContainer, named name: String) throws {
      guard let layout = CatalogLayout(store.schema) else {
        throw CommandFailure(
          "the schema of \(name) has no feeds: it declares neither PublicFeed nor Feed; use schema/celestra.ckdb")
      }
      self.name = name
      self.store = store
      self.layout = layout
      schema = store.schema
    }
  }

  /// Whether there is a file of the container's name.
  var exists: Bool { get throws { FileManager.default.fileExists(atPath: try container) } }

  /// The container as it is; it is neither made nor changed.
  func openForReading() throws -> Opened {
    try Opened(LocalContainer.openForReading(try container), named: try container)
  }

  /// The container to write, brought to the schema; it is made where there is none.
  func openOrMake() throws -> Opened {
    try Opened(LocalContainer.open(try container, schema: schema(), now: { Timestamp(Date()) }), named: try container)
  }

  /// The container to write, brought to the schema; it is an error where there is none.
  func openExisting() throws -> Opened {
    // Reading never makes one, and says so.
    if try !exists { _ = try LocalContainer.openForReading(try container) }
    return try openOrMake()
  }

  /// An empty container of the schema that leaves no file.
  func openInMemory() throws -> Opened {
    try Opened(LocalContainer.inMemory(schema: schema(), now: { Timestamp(Date()) }), named: try container)
  }

  /// The schema file's schema; where none is named and the default is not there, a container that exists keeps its own.
  private func schema() throws -> Schema {
    let configured =
      try schemaFile.map { EffectiveConfiguration.Setting($0, from: .flag) } ?? configuration.effective().schema
    let path = configured.value
    if configured.source == .default, try exists, !FileManager.default.fileExists(atPath: path) {
      return try LocalContainer.openForReading(try container).schema
    }
    let document = SchemaDocument(try InputFile.read(path))
    guard !document.hasErrors else {
      throw CommandFailure(
        "cannot use the schema \(path): it has mistakes; 'celestra-admin schema validate \(path)' lists them")
    }
    return document.schema
  }
}
