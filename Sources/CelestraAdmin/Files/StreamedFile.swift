import Foundation

/// An output file that is written in chunks and replaced atomically. A pipe or a device receives the chunks directly.
struct StreamedFile: ~Copyable {
  private let path: String
  private let file: UnsafeMutablePointer<FILE>
  /// The temporary file that replaces the target at the end; `nil` if the target cannot be replaced.
  private let temporary: String?
  private let target: String
  private var isFinished = false

  /// Opens the file.
  /// - Throws: `CommandFailure` if the file cannot be written.
  init(_ path: String) throws {
    self.path = path
    var status = stat()
    let exists = stat(path, &status) == 0
    let real = realpath(path, nil)
    defer { free(real) }
    target = real.map { String(cString: $0) } ?? path
    temporary = exists && status.st_mode & S_IFMT != S_IFREG ? nil : "\(target).\(UUID().uuidString)"
    guard let file = fopen(temporary ?? path, "w") else { throw Self.failure(path) }
    self.file = file
    if exists, temporary != nil { fchmod(fileno(file), status.st_mode & 0o7777) }
  }

  deinit {
    if isFinished { return }
    fclose(file)
    if let temporary { unlink(temporary) }
  }

  /// Writes a chunk.
  mutating func write(_ text: String) throws {
    var text = text
    let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) == $0.count }
    if !isWritten { throw Self.failure(path) }
  }

  /// Closes the file and replaces the target.
  consuming func finish() throws {
    guard fflush(file) == 0 else { throw Self.failure(path) }
    if let temporary, rename(temporary, target) != 0 { throw Self.failure(path) }
    isFinished = true
    fclose(file)
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure("cannot write \(path): \(String(cString: strerror(errno)).lowercased()); check the folder")
  }
}
