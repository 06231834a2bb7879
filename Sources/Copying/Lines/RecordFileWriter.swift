import Catalog
package import CloudKitRecords
package import CloudKitSchema

package enum RecordFileFormat: Hashable, Sendable {
  /// JSON Lines: a manifest, one line per record, and a last line with counts and a digest.
  case jsonl
  /// CSV: a header, and one row per record of the type.
  case csv(RecordType)
}

package struct RecordFileWriter: Sendable {
  private let manifest: RecordManifest
  /// The columns of a CSV file.
  private let table: RecordColumns?
  private var hasher = ContentHasher()

  package private(set) var counts: [RecordType.Name: Int] = [:]

  package init(_ manifest: RecordManifest, _ format: RecordFileFormat = .jsonl) {
    self.manifest = manifest
    table = if case .csv(let type) = format { RecordColumns(type, skipping: manifest.skipped) } else { nil }
  }

  package mutating func head() -> [UInt8] {
    if let table { return table.head }
    hasher.add(manifest.line)
    return manifest.line
  }

  /// Returns the line of the next record. Records arrive in the order of the manifest's types, then by name.
  /// - Throws: A mistake for a value that the format cannot hold exactly.
  package mutating func line(_ record: Record, _ types: [String: FieldType]) throws(RequestMistake) -> [UInt8] {
    counts[record.type, default: 0] += 1
    if let table { return try table.row(record) }
    let line = RecordLine.bytes(of: record, types)
    hasher.add(line)
    return line
  }

  package func foot() -> [UInt8] {
    table == nil ? RecordFileEnd(counts: counts, digest: hasher.hexadecimal).line(manifest.types) : []
  }
}
