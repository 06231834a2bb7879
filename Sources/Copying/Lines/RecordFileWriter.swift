import Catalog
package import CloudKitRecords
package import CloudKitSchema

/// A writer of a file of records: a manifest, one line per record, and a last line with counts and a digest.
package struct RecordFileWriter: Sendable {
  private let manifest: RecordManifest
  private var hasher = ContentHasher()

  package private(set) var counts: [RecordType.Name: Int] = [:]

  package init(_ manifest: RecordManifest) { self.manifest = manifest }

  package mutating func head() -> [UInt8] {
    hasher.add(manifest.line)
    return manifest.line
  }

  /// Returns the line of the next record. Records arrive in the order of the manifest's types, then by name.
  package mutating func line(_ record: Record, _ types: [String: FieldType]) -> [UInt8] {
    let line = RecordLine.bytes(of: record, types)
    hasher.add(line)
    counts[record.type, default: 0] += 1
    return line
  }

  package func foot() -> [UInt8] { RecordFileEnd(counts: counts, digest: hasher.hexadecimal).line(manifest.types) }
}
