package import Diagnostics
import SystemCalls

package enum InputFile {
  /// Maximum file size in bytes, several times that of the largest known list.
  private static let maximumSize = 512 << 20

  /// The name of standard input in messages.
  static let standardInput = "<stdin>"

  /// Reads the bytes of a file; `-` is standard input.
  /// - Parameter limit: Maximum size in bytes. A device or a pipe may be endless.
  /// - Throws: `CommandFailure` if the file cannot be read.
  package static func read(_ path: String, limit: Int = maximumSize) throws -> SourceText {
    let chunks = try InputChunks(path)
    var bytes: [UInt8] = []
    while let chunk = try chunks.next() {
      if bytes.isEmpty { bytes.reserveCapacity(min(chunks.size, limit) + 1) }
      bytes += chunk
      guard max(chunks.size, bytes.count) > limit else { continue }
      let shown = limit < 1 << 20 ? "\(limit >> 10) KB" : "\(limit >> 20) MB"
      throw CommandFailure("cannot read \(path): it is larger than \(shown)", .unreadable)
    }
    return SourceText(name: path == "-" ? standardInput : path, bytes: bytes)
  }
}

/// The chunks of an input file, which may be larger than memory, read one at a time; `-` is standard input.
package struct InputChunks {
  /// The size of the file in bytes; 0 if it is unknown.
  fileprivate let size: Int
  private let path: String
  private let file: FileStream

  /// - Throws: `CommandFailure` if the file cannot be read.
  package init(_ path: String) throws {
    if path != "-" {
      guard let status = FileStatus(path) else {
        throw CommandFailure("cannot read \(path): no such file; \(CatalogFolders.advice(for: path))", .noFile)
      }
      if status.isFolder {
        throw CommandFailure("cannot read \(path): it is a directory; pass a file in it", .isFolder)
      }
    }
    self.path = path
    do { file = path == "-" ? FileStream(.input) : try FileStream(path, .read) } catch {
      throw Self.failure(path, error)
    }
    size = file.status?.size ?? 0
  }

  /// `nil` at the end.
  package func next() throws -> ArraySlice<UInt8>? {
    do {
      let chunk = try file.read()
      return chunk.isEmpty ? nil : chunk
    } catch { throw Self.failure(path, error) }
  }

  private static func failure(_ path: String, _ error: SystemError) -> CommandFailure {
    CommandFailure(
      "cannot read \(path): \(error); check its permissions",
      error == .permissionDenied ? .permissionDenied(path: path) : .unreadable)
  }
}
