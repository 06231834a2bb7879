import CloudKitRecords
package import CloudKitSchema
import JSON

/// The first line of a file of records: its format and what it holds.
///
/// The manifest has no date and no container, so that equal records give equal files.
package struct RecordManifest: Hashable, Sendable {
  package static let format = "celestra-admin records"
  /// The version of the format. A later version is refused.
  package static let version: Int64 = 1

  /// The record types, in the order of the file.
  package var types: [RecordType.Name]
  /// The record types that could not be listed, so that the file lacks their records.
  package var missing: [RecordType.Name]
  /// The record types of which the file may lack records.
  package var partial: [RecordType.Name]

  /// The fields that the file leaves out, as `Type.field`.
  package var skipped: [String]

  package init(
    types: [RecordType.Name], missing: [RecordType.Name] = [], partial: [RecordType.Name] = [], skipped: [String] = []
  ) {
    self.types = types
    self.missing = missing
    self.partial = partial
    self.skipped = skipped
  }

  /// The line, with its line break.
  package var line: [UInt8] {
    JSONWriter.document { writer in
      writer.object { writer in
        writer.member("format", Self.format)
        writer.member("missing", missing)
        writer.member("partial", partial)
        writer.member("skipped", skipped)
        writer.member("types", types)
        writer.member("version", Self.version)
      }
    } + [0x0A]
  }

  /// The result of reading a first line.
  enum Reading: Equatable {
    case manifest(RecordManifest)
    case newer(Int64)
    case other
  }

  /// Reads a first line, without its line break.
  static func read(_ line: [UInt8]) -> Reading {
    guard let object = (try? JSONValue(strict: line))?.object, object["format"]?.string == format,
      let version = object["version"]?.integer
    else { return .other }
    if version > Self.version { return .newer(version) }
    func names(_ key: String) -> [String] { object[key]?.array?.compactMap(\.string) ?? [] }
    let manifest = RecordManifest(
      types: names("types"), missing: names("missing"), partial: names("partial"), skipped: names("skipped"))
    // Nothing but the exact line is accepted, so that no damage goes unnoticed.
    return manifest.line.dropLast().elementsEqual(line) ? .manifest(manifest) : .other
  }
}

/// The last line of a file of records: the number of records per type, and the digest of all lines before it.
struct RecordFileEnd {
  static let beginning = Array(#"{"counts":"#.utf8)

  let counts: [RecordType.Name: Int]
  let digest: String

  /// The line, with its line break.
  func line(_ types: [RecordType.Name]) -> [UInt8] {
    JSONWriter.document { writer in
      writer.object { writer in
        writer.name("counts")
        writer.object { writer in
          for type in types { writer.member(type, Int64(counts[type] ?? 0)) }
        }
        writer.member("sha256", digest)
      }
    } + [0x0A]
  }
}
