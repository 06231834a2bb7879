import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics
import SystemCalls

/// An intact file of records, read page by page.
struct RecordFileSource {
  /// The name in messages.
  let name: String
  /// The first line of the file.
  let manifest: RecordManifest
  let counts: [RecordType.Name: Int]
  /// The schema that the records fit.
  let schema: Schema

  private let path: String
  /// The contents of a file that can be read only once.
  private let bytes: [UInt8]?
  private let digest: String?
  /// The record type of a CSV file; `nil` for JSON Lines.
  private let tableType: RecordType?

  /// Reads a whole file to check it.
  /// - Parameter type: The record type of a CSV file; `nil` for JSON Lines.
  /// - Throws: `CommandFailure` if the file is truncated or damaged, or a record does not fit the schema.
  init(_ path: String, _ schema: Schema, as type: RecordType? = nil) throws {
    tableType = type
    self.path = path
    self.schema = schema
    name = path == "-" ? "<stdin>" : path
    bytes = path == "-" || FileStatus(path)?.isRegular == false ? try InputFile.read(path).bytes : nil
    var reader = Self.reader(schema, type)
    do {
      if let bytes {
        _ = try reader.read(bytes[...])
      } else {
        let chunks = try InputChunks(path)
        while let chunk = try chunks.next() { _ = try reader.read(chunk) }
      }
      _ = try reader.finish()
    } catch let error as RecordFileError {
      throw CommandFailure("cannot import \(name): \(error); nothing was written")
    }
    manifest = reader.manifest ?? RecordManifest(types: [])
    counts = reader.counts
    digest = reader.digest
  }

  private static func reader(_ schema: Schema, _ type: RecordType?) -> any RecordFileReading {
    if let type { RecordTableReader(type, schema) } else { RecordFileReader(schema) }
  }

  /// Calls `body` with the records of some types, up to 200 at a time.
  /// - Throws: `CommandFailure` if the file has changed since it was checked.
  func forEachPage(
    of types: Set<RecordType.Name>, _ body: ([RecordEntry]) async throws -> Void
  ) async throws {
    var reader = Self.reader(schema, tableType)
    var waiting: [RecordEntry] = []
    func add(_ entries: () throws -> [RecordEntry]) async throws {
      do { waiting += try entries().filter { types.contains($0.record.type) } } catch {
        throw CommandFailure("\(name) has changed since it was checked; run the command again")
      }
      while waiting.count >= RecordLimits.recordsPerPage {
        try await body(Array(waiting.prefix(RecordLimits.recordsPerPage)))
        waiting.removeFirst(RecordLimits.recordsPerPage)
      }
    }
    if let bytes {
      for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
        let chunk = bytes[start..<min(start + 1 << 16, bytes.count)]
        try await add { try reader.read(chunk) }
      }
    } else {
      let chunks = try InputChunks(path)
      while let chunk = try chunks.next() { try await add { try reader.read(chunk) } }
    }
    try await add { try reader.finish() }
    if !waiting.isEmpty { try await body(waiting) }
    guard reader.digest == digest else {
      throw CommandFailure("\(name) has changed since it was checked; run the command again")
    }
  }
}
