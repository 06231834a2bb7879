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
    /// The index of the version before this one in the history; `nil` if nothing is before it.
    let base: Int?
    /// Whether its changes are listed; others only stand before such a version.
    let isListed: Bool

    package init(
      _ name: String, date: String? = nil, _ source: SourceText?, after base: Int? = nil, isListed: Bool = true
    ) {
      self.name = name
      self.date = date
      self.source = source
      self.base = base
      self.isListed = isListed
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

  /// Compares each version with the nearest one before it that has a file without errors, or with an empty schema.
  /// - Parameter versions: The oldest first.
  package init(_ versions: [Version]) {
    var files: [(bytes: [UInt8], schema: Schema)] = []
    var entries: [Entry] = []
    for version in versions {
      var file = version.base.map { files[$0] } ?? (bytes: [], schema: Schema())
      if let source = version.source, source.bytes != file.bytes {
        let document = SchemaDocument(source)
        let diff = document.hasErrors ? nil : SchemaDiff(from: file.schema, to: document.schema)
        if version.isListed, diff?.changes.isEmpty != true {
          entries.append(Entry(name: version.name, date: version.date, diff: diff))
        }
        file = (source.bytes, document.hasErrors ? file.schema : document.schema)
      }
      files.append(file)
    }
    self.entries = entries.reversed()
    hasFile = versions.contains { $0.source != nil }
  }
}
