import Diagnostics
import Foundation

/// An input file that is read whole.
enum InputFile {
  /// Maximum file size in bytes, several times that of the largest known list.
  private static let maximumSize = 512 << 20

  /// Reads the bytes of a file; `-` is standard input.
  /// - Throws: `CommandFailure` if the file cannot be read.
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
      throw CommandFailure("cannot read \(path): it is a directory; pass a file in it")
    }
    // Reading the stream avoids a second copy of a large file in memory.
    guard let file = fopen(path, "r") else {
      throw CommandFailure(
        "cannot read \(path): \(String(cString: strerror(errno)).lowercased()); check its permissions")
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

  /// Rejects input that is too large. A device or a pipe may be endless.
  private static func check(_ size: Int, _ path: String) throws {
    guard size > maximumSize else { return }
    throw CommandFailure("cannot read \(path): it is larger than \(maximumSize >> 20) MB; split it")
  }
}
