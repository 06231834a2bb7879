import SystemCalls

/// An input file that is read in chunks, since it may be larger than memory.
enum InputChunks {
  /// Calls `body` with each chunk of a file; `-` is standard input.
  /// - Throws: `CommandFailure` if the file cannot be read.
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
