import Diagnostics
import Foundation
import SystemCalls

/// An input file that is read whole.
enum InputFile {
  /// Maximum file size in bytes, several times that of the largest known list.
  private static let maximumSize = 512 << 20

  /// Reads the bytes of a file; `-` is standard input.
  /// - Throws: `CommandFailure` if the file cannot be read.
  static func read(_ path: String) throws -> SourceText {
    if path == "-" {
      return SourceText(name: "<stdin>", bytes: try bytes(of: FileStream(standardInput: ()), "<stdin>"))
    }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw CommandFailure("cannot read \(path): no such file; check the path")
    }
    if isDirectory.boolValue {
      throw CommandFailure("cannot read \(path): it is a directory; pass a file in it")
    }
    // Opened as a stream of bytes: a list of 40 MB is not to be in memory twice.
    let file: FileStream
    do { file = try FileStream(path, .read) } catch {
      throw CommandFailure("cannot read \(path): \(error); check who may read it")
    }
    return SourceText(name: path, bytes: try bytes(of: file, path))
  }

  private static func bytes(of file: FileStream, _ path: String) throws -> [UInt8] {
    let expected = file.status?.size ?? 0
    try check(expected, path)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expected + 1)
    do {
      while case let chunk = try file.read(), !chunk.isEmpty {
        bytes += chunk
        try check(bytes.count, path)
      }
    } catch let error as SystemError {
      throw CommandFailure("cannot read \(path): \(error)")
    }
    return bytes
  }

  /// Rejects input that is too large. A device or a pipe may be endless.
  private static func check(_ size: Int, _ path: String) throws {
    guard size > maximumSize else { return }
    throw CommandFailure("cannot read \(path): it is larger than \(maximumSize >> 20) MB; split it")
  }
}
