import Foundation

/// A file written in pieces, which is there whole or not at all; a pipe or a device gets the pieces as they come.
struct StreamedFile: ~Copyable {
  private let path: String
  private let file: UnsafeMutablePointer<FILE>
  /// The file written instead until all is there; `nil` where the path cannot be replaced.
  private let temporary: String?
  private let target: String
  private var isFinished = false

  /// Begins a file.
  /// - Throws: `CommandFailure` that says why it cannot be written.
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

  /// Adds a piece.
  mutating func write(_ text: String) throws {
    var text = text
    let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) == $0.count }
    if !isWritten { throw Self.failure(path) }
  }

  /// Puts the whole file in its place.
  consuming func finish() throws {
    guard fflush(file) == 0 else { throw Self.failure(path) }
    if let temporary, rename(temporary, target) != 0 { throw Self.failure(path) }
    isFinished = true
    fclose(file)
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure("cannot write \(path): \(String(cString: strerror(errno)).lowercased()); check its folder")
  }
}
