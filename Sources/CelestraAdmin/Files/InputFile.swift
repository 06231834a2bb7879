import Diagnostics
import Foundation

/// A file the user named, read whole.
enum InputFile {
  /// The bytes of a file, `-` for standard input.
  /// - Throws: `CommandFailure` that says why it cannot be read and what to do.
  static func read(_ path: String) throws -> SourceText {
    if path == "-" {
      return SourceText(name: "<stdin>", bytes: Array(FileHandle.standardInput.readDataToEndOfFile()))
    }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw CommandFailure("cannot read \(path): no such file; check the path")
    }
    if isDirectory.boolValue {
      throw CommandFailure("cannot read \(path): it is a directory; name a file in it")
    }
    do {
      return SourceText(name: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    } catch {
      throw CommandFailure("cannot read \(path): permission denied; check who may read it")
    }
  }
}
