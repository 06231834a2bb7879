import CloudKitSchema
import CommandLineTool
import ConfigurationFile
import Diagnostics
import Foundation
import SchemaCommands
import SchemaReview

/// The files of a new catalog.
enum NewCatalog {
  /// A file with its path in the catalog's folder.
  struct File {
    let path: String
    let text: String
  }

  static let configuration = ".celestra-admin.yaml"

  static let sample: [(name: String, bytes: [UInt8])] = [
    ("feeds.json", PackageResources.feeds_json), ("collections.json", PackageResources.collections_json),
    ("classics.opml", PackageResources.classics_opml),
  ]

  private static var schema: String { text(PackageResources.celestra_ckdb) }

  /// Returns the schema of a file. In a folder without the usual file, such as beside a list in git, it is the
  /// program's own.
  static func schema(in file: EffectiveConfiguration.Setting) throws -> Schema {
    let isOwn = file.source == .default && !FileManager.default.fileExists(atPath: file.value)
    let source = isOwn ? SourceText(name: file.value, text: schema) : try InputFile.read(file.value)
    return try SchemaDocument(valid: source, to: "use the schema").schema
  }

  /// - Parameters:
  ///   - hasSample: Whether the catalog starts with the sample's feeds and collections.
  ///   - contact: The contact URL; `nil` to leave it out.
  static func files(withSample hasSample: Bool, truth: Configuration.Truth, contact: String?) -> [File] {
    let seeds: [(name: String, bytes: [UInt8])] = [
      ("categories.json", PackageResources.categories_json),
      ("categories.schema.json", PackageResources.categories_schema_json),
      ("category-map.json", PackageResources.category_map_json),
      ("category-map.schema.json", PackageResources.category_map_schema_json),
      ("feeds.schema.json", PackageResources.feeds_schema_json),
      ("collections.schema.json", PackageResources.collections_schema_json),
    ]
    return [File(path: EffectiveConfiguration.schema, text: schema)]
      + (seeds + (hasSample ? sample : [])).map { File(path: "\(CatalogFolders.seed)/\($0)", text: text($1)) }
      + [File(path: configuration, text: settings(truth, contact))]
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func settings(_ truth: Configuration.Truth, _ contact: String?) -> String {
    let who =
      switch truth {
      case .files: "the files in seed/ win over the container"
      case .container: "the container wins over the files in seed/"
      }
    let line = contact.map { "contact: \"\($0)\"" } ?? "# contact: https://example.com/about-our-fetcher"
    return """
      # What wins where seed files and container differ: \(who).
      truth: \(truth.rawValue)
      # Sent to server operators with every request of 'update'.
      \(line)

      """
  }
}
