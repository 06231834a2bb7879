import Diagnostics
import Foundation
import SystemCalls

/// An input file.
enum InputFile {
  /// Maximum file size in bytes, several times that of the largest known list.
  private static let maximumSize = 512 << 20

  /// Reads the bytes of a file; `-` is standard input.
  /// - Parameter limit: Maximum size in bytes. A device or a pipe may be endless.
  /// - Throws: `CommandFailure` if the file cannot be read.
  static func read(_ path: String, limit: Int = maximumSize) throws -> SourceText {
    var bytes: [UInt8] = []
    try readChunks(path) { chunk, size in
      if bytes.isEmpty { bytes.reserveCapacity(min(size, limit) + 1) }
      bytes += chunk
      guard max(size, bytes.count) > limit else { return }
      let shown = limit < 1 << 20 ? "\(limit >> 10) KB" : "\(limit >> 20) MB"
      throw CommandFailure("cannot read \(path): it is larger than \(shown)")
    }
    return SourceText(name: path == "-" ? "<stdin>" : path, bytes: bytes)
  }

  /// Calls `body` with each chunk of a file, which may be larger than memory, and with the size of the file.
  /// - Throws: `CommandFailure` if the file cannot be read.
  static func readChunks(_ path: String, _ body: (ArraySlice<UInt8>, _ size: Int) throws -> Void) throws {
    var isDirectory: ObjCBool = false
    if path != "-", !FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) {
      throw CommandFailure("cannot read \(path): no such file; check the path")
    }
    if isDirectory.boolValue { throw CommandFailure("cannot read \(path): it is a directory; pass a file in it") }
    do {
      let file = path == "-" ? FileStream(.input) : try FileStream(path, .read)
      let size = file.status?.size ?? 0
      while case let chunk = try file.read(), !chunk.isEmpty { try body(chunk, size) }
    } catch let error as SystemError {
      throw CommandFailure("cannot read \(path): \(error); check its permissions")
    }
  }
}
