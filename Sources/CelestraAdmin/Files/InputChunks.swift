import Foundation

/// An input file that is read in chunks, since it may be larger than memory.
enum InputChunks {
  /// Calls `body` with each chunk of a file; `-` is standard input.
  /// - Throws: `CommandFailure` if the file cannot be read.
  static func read(_ path: String, _ body: ([UInt8]) -> Void) throws {
    let file = path == "-" ? fdopen(STDIN_FILENO, "r") : fopen(path, "r")
    guard let file else {
      throw CommandFailure(
        "cannot read \(path): \(String(cString: strerror(errno)).lowercased()); check the path and its permissions")
    }
    defer { if path != "-" { fclose(file) } }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { body(Array(chunk[..<count])) }
    if ferror(file) != 0 {
      throw CommandFailure("cannot read \(path): \(String(cString: strerror(errno)).lowercased())")
    }
  }
}
