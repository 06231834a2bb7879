import SystemCalls

/// A file the user named, read piece by piece: it may be larger than memory.
enum InputChunks {
  /// Calls `body` with the bytes of a file, `-` for standard input, in order.
  /// - Throws: `CommandFailure` that says why it cannot be read and what to do.
  static func read(_ path: String, _ body: ([UInt8]) -> Void) throws {
    let file: FileStream
    do {
      file = path == "-" ? try FileStream(standardInput: ()) : try FileStream(path, .read)
    } catch {
      throw CommandFailure("cannot read \(path): \(error); check the path and who may read it")
    }
    do {
      while case let chunk = try file.read(), !chunk.isEmpty { body(Array(chunk)) }
    } catch {
      throw CommandFailure("cannot read \(path): \(error)")
    }
  }
}
