import CloudKitSchema
package import Diagnostics

/// What each version of a schema file changes.
package struct SchemaChangelog: Sendable {
  /// A version of the file.
  package struct Version: Sendable {
    let name: String
    let date: String?
    /// `nil` if the version has no such file.
    package let source: SourceText?

    package init(_ name: String, date: String? = nil, _ source: SourceText?) {
      self.name = name
      self.date = date
      self.source = source
    }
  }

  /// A version that changes the schema.
  package struct Entry: Sendable {
    package let name: String
    package let date: String?
    /// `nil` if the file of the version has errors.
    package let diff: SchemaDiff?
  }

  /// The newest first.
  package let entries: [Entry]
  /// Whether a version has the file.
  package let hasFile: Bool

  /// Compares each version with the nearest earlier one that has a file without errors.
  /// - Parameters:
  ///   - versions: The oldest first.
  ///   - start: The version to compare the first one with, whose file has no errors; `nil` for an empty schema.
  package init(_ versions: [Version], since start: Version?) {
    var bytes = start?.source?.bytes ?? []
    var schema = start?.source.map { SchemaDocument($0).schema } ?? Schema()
    var entries: [Entry] = []
    for version in versions {
      guard let source = version.source, source.bytes != bytes else { continue }
      bytes = source.bytes
      let document = SchemaDocument(source)
      guard !document.hasErrors else {
        entries.append(Entry(name: version.name, date: version.date, diff: nil))
        continue
      }
      let diff = SchemaDiff(from: schema, to: document.schema)
      schema = document.schema
      if !diff.changes.isEmpty { entries.append(Entry(name: version.name, date: version.date, diff: diff)) }
    }
    self.entries = entries.reversed()
    hasFile = !bytes.isEmpty
  }
}
