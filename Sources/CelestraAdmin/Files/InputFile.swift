import Diagnostics
import Foundation

/// A file the user named, read whole.
enum InputFile {
  /// The most bytes a file may have: several times the largest list known, and what a machine has room for.
  private static let maximumSize = 512 << 20

  /// The bytes of a file, `-` for standard input.
  /// - Throws: `CommandFailure` that says why it cannot be read and what to do.
  static func read(_ path: String) throws -> SourceText {
    if path == "-" {
      var bytes: [UInt8] = []
      while let chunk = try FileHandle.standardInput.read(upToCount: 1 << 16), !chunk.isEmpty {
        bytes += chunk
        try check(bytes.count, "<stdin>")
      }
      return SourceText(name: "<stdin>", bytes: bytes)
    }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw CommandFailure("cannot read \(path): no such file; check the path")
    }
    if isDirectory.boolValue {
      throw CommandFailure("cannot read \(path): it is a directory; name a file in it")
    }
    // Opened as a stream of bytes: a list of 40 MB is not to be in memory twice.
    guard let file = fopen(path, "r") else {
      throw CommandFailure(
        "cannot read \(path): \(String(cString: strerror(errno)).lowercased()); check who may read it")
    }
    defer { fclose(file) }
    var size = stat()
    let expected = fstat(fileno(file), &size) == 0 ? Int(size.st_size) : 0
    try check(expected, path)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expected + 1)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
      try check(bytes.count, path)
    }
    if ferror(file) != 0 {
      throw CommandFailure("cannot read \(path): \(String(cString: strerror(errno)).lowercased())")
    }
    return SourceText(name: path, bytes: bytes)
  }

  /// A device or a pipe may have no end.
  private static func check(_ size: Int, _ path: String) throws {
    guard size > maximumSize else { return }
    throw CommandFailure("cannot read \(path): it has more than \(maximumSize >> 20) MB; split it")
  }
}
