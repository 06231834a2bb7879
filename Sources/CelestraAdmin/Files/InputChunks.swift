import Foundation

/// A file the user named, read piece by piece: it may be larger than memory.
enum InputChunks {
  /// Calls `body` with the bytes of a file, `-` for standard input, in order.
  /// - Throws: `CommandFailure` that says why it cannot be read and what to do.
  static func read(_ path: String, _ body: ([UInt8]) -> Void) throws {
    let file = path == "-" ? fdopen(STDIN_FILENO, "r") : fopen(path, "r")
    guard let file else {
      throw CommandFailure(
        "cannot read \(path): \(String(cString: strerror(errno)).lowercased()); check the path and who may read it")
    }
    defer { if path != "-" { fclose(file) } }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { body(Array(chunk[..<count])) }
    if ferror(file) != 0 {
      throw CommandFailure("cannot read \(path): \(String(cString: strerror(errno)).lowercased())")
    }
  }
}
