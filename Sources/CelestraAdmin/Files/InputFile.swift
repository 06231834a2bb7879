import Diagnostics
import Foundation
import SystemCalls

/// A file the user named, read whole.
enum InputFile {
  /// The most bytes a file may have: several times the largest list known, and what a machine has room for.
  private static let maximumSize = 512 << 20

  /// The bytes of a file, `-` for standard input.
  /// - Throws: `CommandFailure` that says why it cannot be read and what to do.
  static func read(_ path: String) throws -> SourceText {
    if path == "-" {
      return SourceText(name: "<stdin>", bytes: try bytes(of: FileStream(standardInput: ()), "<stdin>"))
    }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw CommandFailure("cannot read \(path): no such file; check the path")
    }
    if isDirectory.boolValue {
      throw CommandFailure("cannot read \(path): it is a directory; name a file in it")
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

  /// A device or a pipe may have no end.
  private static func check(_ size: Int, _ path: String) throws {
    guard size > maximumSize else { return }
    throw CommandFailure("cannot read \(path): it has more than \(maximumSize >> 20) MB; split it")
  }
}
