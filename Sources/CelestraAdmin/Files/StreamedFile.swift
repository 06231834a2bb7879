import Foundation
import SystemCalls

/// A file written in pieces, which is there whole or not at all; a pipe or a device gets the pieces as they come.
struct StreamedFile: ~Copyable {
  private let path: String
  private let file: FileStream
  /// The file written instead until all is there; `nil` where the path cannot be replaced.
  private let temporary: String?
  private let target: String
  private var isFinished = false

  /// Begins a file.
  /// - Throws: `CommandFailure` that says why it cannot be written.
  init(_ path: String) throws {
    self.path = path
    let status = FileStatus(path)
    target = SystemPath.resolved(path) ?? path
    temporary = status?.isRegular == false ? nil : "\(target).\(UUID().uuidString)"
    do { file = try FileStream(temporary ?? path, .write) } catch { throw Self.failure(path, error) }
    if let status, temporary != nil { file.setPermissions(status.permissions) }
  }

  deinit {
    if isFinished { return }
    if let temporary { SystemPath.remove(temporary) }
  }

  /// Adds a piece.
  mutating func write(_ text: String) throws {
    do { try file.write(text) } catch { throw Self.failure(path, error) }
  }

  /// Puts the whole file in its place.
  consuming func finish() throws {
    do {
      try file.flush()
      if let temporary { try SystemPath.move(temporary, to: target) }
    } catch { throw Self.failure(path, error) }
    isFinished = true
  }

  private static func failure(_ path: String, _ error: SystemError) -> CommandFailure {
    CommandFailure("cannot write \(path): \(error); check its folder")
  }
}
