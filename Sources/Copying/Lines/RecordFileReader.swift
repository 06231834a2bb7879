import Catalog
import CloudKitRecords
package import CloudKitSchema
import Diagnostics
import JSON

/// Damage of a file of records, or a mistake in it.
package struct RecordFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The 1-based line; `nil` for the whole file.
  package let line: Int?
  /// The 1-based column of a table.
  package var column: Int?
  /// The message, in lower case and without a final period.
  package let reason: String

  package var description: String {
    let place = [line.map { "line \($0)" }, column.map { "column \($0)" }].compactMap(\.self).joined(separator: ", ")
    return place.isEmpty ? reason : "\(place): \(reason)"
  }
}

/// A reader of a file of records, chunk by chunk. The file is intact only if `finish()` returns.
package protocol RecordFileReading {
  /// What the file holds; `nil` before its beginning was read.
  var manifest: RecordManifest? { get }
  /// The number of records per type so far.
  var counts: [RecordType.Name: Int] { get }
  /// The digest of the file; `nil` before its end was read.
  var digest: String? { get }

  /// Reads the next bytes and returns the records that they complete.
  mutating func read(_ bytes: ArraySlice<UInt8>) throws(RecordFileError) -> [RecordEntry]

  /// Ends the file, and returns the records that its end completes.
  /// - Throws: An error if the file is truncated.
  mutating func finish() throws(RecordFileError) -> [RecordEntry]
}

/// A reader of a file of JSON Lines with a manifest, a line per record, and a digest.
package struct RecordFileReader: RecordFileReading {
  /// Maximum bytes of a line: a record of 1 MB in JSON escapes, with room for its names.
  private static let longestLine = 16 << 20

  /// The first line; `nil` before it was read.
  package private(set) var manifest: RecordManifest?
  package private(set) var counts: [RecordType.Name: Int] = [:]
  /// The digest of the last line; `nil` before it was read.
  package private(set) var digest: String?

  private let reader: RecordEntryReader
  private var hasher = ContentHasher()
  private var rest: [UInt8] = []
  private var lines = 0
  /// The type's place and the name of the last record.
  private var last: (type: Int, name: RecordName)?

  package init(_ schema: Schema) { reader = RecordEntryReader(schema) }

  package mutating func read(_ bytes: ArraySlice<UInt8>) throws(RecordFileError) -> [RecordEntry] {
    var scanned = rest.count
    rest += bytes
    var entries: [RecordEntry] = []
    var start = 0
    while let end = rest[scanned...].firstIndex(of: 0x0A) {
      if let entry = try line(Array(rest[start...end])) { entries.append(entry) }
      start = end + 1
      scanned = start
    }
    rest.removeSubrange(..<start)
    if rest.count > Self.longestLine { throw error("longer than \(Self.longestLine >> 20) MB", at: lines + 1) }
    return entries
  }

  @discardableResult
  package func finish() throws(RecordFileError) -> [RecordEntry] {
    guard digest != nil else {
      throw RecordFileError(
        line: nil,
        reason: manifest == nil
          ? Self.notAFile
          : "the file is truncated after \((lines - 1).of("record")): its last line, with counts and digest, is missing"
      )
    }
    if !rest.isEmpty { throw error("bytes after the last line", at: lines + 1) }
    return []
  }

  private static let notAFile =
    "this is not a file of 'records export': its first line is not a manifest; 'records put' reads other JSON Lines"

  private mutating func line(_ line: [UInt8]) throws(RecordFileError) -> RecordEntry? {
    lines += 1
    guard digest == nil else { throw error("bytes after the last line", at: lines) }
    guard let manifest else {
      switch RecordManifest.read(Array(line.dropLast())) {
      case .manifest(let manifest): self.manifest = manifest
      case .newer(let version):
        throw RecordFileError(
          line: nil,
          reason: "its format \(version) is newer than this program's \(RecordManifest.version); "
            + "use a newer celestra-admin")
      case .other: throw RecordFileError(line: nil, reason: Self.notAFile)
      }
      hasher.add(line)
      return nil
    }
    if line.starts(with: RecordFileEnd.beginning) {
      let end = RecordFileEnd(counts: counts, digest: hasher.hexadecimal)
      guard line == end.line(manifest.types) else {
        throw error(
          "the file is damaged: its records do not match the counts and the digest of the last line", at: lines)
      }
      digest = end.digest
      return nil
    }
    hasher.add(line)
    let entry = try entry(line)
    try check(entry.record, manifest)
    return entry
  }

  private func entry(_ line: [UInt8]) throws(RecordFileError) -> RecordEntry {
    let json: JSONValue
    do throws(JSONSyntaxError) { json = try JSONValue(strict: Array(line.dropLast())) } catch {
      throw self.error("this is not JSON (column \(error.column))", at: lines)
    }
    var mistakes: [EntryMistake] = []
    guard let entry = reader.entry(json, adding: &mistakes) else {
      throw error(mistakes.first?.message ?? "", at: lines)
    }
    return entry
  }

  private mutating func check(_ record: Record, _ manifest: RecordManifest) throws(RecordFileError) {
    guard let place = manifest.types.firstIndex(of: record.type) else {
      throw error("the manifest does not name the record type \(record.type)", at: lines)
    }
    if let last, (place, record.name) <= (last.type, last.name) {
      throw error("the records are not in the order of their types and names", at: lines)
    }
    last = (place, record.name)
    counts[record.type, default: 0] += 1
  }

  private func error(_ reason: String, at line: Int) -> RecordFileError { RecordFileError(line: line, reason: reason) }
}
