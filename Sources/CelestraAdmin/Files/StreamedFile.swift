import Foundation
import SystemCalls

/// An output file that is written in chunks and replaced atomically. A pipe or a device receives the chunks directly.
struct StreamedFile: ~Copyable {
  private let path: String
  private let file: FileStream
  /// The temporary file that replaces the target at the end; `nil` if the target cannot be replaced.
  private let temporary: String?
  private let target: String
  private var isFinished = false

  /// Opens the file.
  /// - Throws: `CommandFailure` if the file cannot be written.
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

  /// Writes a chunk.
  mutating func write(_ text: String) throws {
    do { try file.write(text) } catch { throw Self.failure(path, error) }
  }

  /// Closes the file and replaces the target.
  consuming func finish() throws {
    do {
      try file.flush()
      if let temporary { try SystemPath.move(temporary, to: target) }
    } catch { throw Self.failure(path, error) }
    isFinished = true
  }

  private static func failure(_ path: String, _ error: SystemError) -> CommandFailure {
    CommandFailure("cannot write \(path): \(error); check the folder")
  }
}
