import Foundation
import SystemCalls

/// An output file that is written in chunks and replaced atomically. A pipe or a device receives the chunks directly.
package struct OutputFile: ~Copyable {
  private let path: String
  private let file: FileStream
  /// The temporary file that replaces the target at the end; `nil` if the target cannot be replaced.
  private let temporary: String?
  private let target: String
  private var isFinished = false

  /// Opens the file. Links are followed, and an existing file keeps its permissions.
  /// - Throws: `CommandFailure` if the file cannot be written, or is a database.
  package init(_ path: String) throws {
    self.path = path
    let status = FileStatus(path)
    let resolved = SystemPath.resolved(path)
    let target = URL(fileURLWithPath: resolved ?? path)
    self.target = target.path
    // A device or a pipe cannot be replaced. On macOS, /dev/fd/1 is reported as the regular file behind it.
    let isReplaceable = !path.hasPrefix("/dev/") && (status.map { $0.isRegular && resolved != nil } ?? true)
    let name = ".\(target.lastPathComponent).\(UUID().uuidString)"
    temporary = isReplaceable ? target.deletingLastPathComponent().appendingPathComponent(name).path : nil
    file = try Self.opened(path, temporary)
    if let status, isReplaceable { file.setPermissions(status.permissions) }
  }

  deinit {
    if let temporary, !isFinished { SystemPath.remove(temporary) }
  }

  package mutating func write(_ text: String) throws {
    do { try file.write(text.utf8) } catch { throw Self.failure(path, error) }
  }

  /// Closes the file and replaces the target.
  package consuming func finish() throws {
    do {
      try file.flush()
      if let temporary { try SystemPath.move(temporary, to: target) }
    } catch { throw Self.failure(path, error) }
    isFinished = true
  }

  /// Writes a whole file.
  /// - Throws: `CommandFailure` if writing fails.
  package static func write(_ text: String, to path: String) throws {
    var file = try OutputFile(path)
    try file.write(text)
    try file.finish()
  }

  /// Writes a file, and creates its folder.
  package static func create(_ text: String, at path: String) throws {
    var file = try OutputFile(creating: path)
    try file.write(text)
    try file.finish()
  }

  /// Opens a file, and creates its folder.
  package init(creating path: String) throws {
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      let parent = String(path[..<slash])
      do { try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true) } catch {
        let isFile = FileStatus(parent)?.isFolder == false
        throw CommandFailure(
          "cannot create the folder \(parent): " + (isFile ? "there is a file of this name" : "check its permissions"))
      }
    }
    try self.init(path)
  }

  /// Appends to a file, or creates it.
  package static func append(_ text: String, to path: String) throws {
    try refuseDatabase(path)
    do {
      let file = try end(of: path)
      try file.write(text.utf8)
      try file.flush()
    } catch { throw failure(path, error) }
  }

  /// Keeps a text as a backup, unless the file of that name already has the same text.
  /// - Returns: The path of the backup.
  package static func keep(_ text: String, as path: String) throws -> String {
    if FileManager.default.contents(atPath: path) == Data(text.utf8) { return path }
    let free = freeName(path)
    try write(text, to: free)
    return free
  }

  /// Returns the path, with a number appended if it exists.
  package static func freeName(_ path: String) -> String {
    let names = sequence(first: 1) { $0 + 1 }.lazy.map { $0 == 1 ? path : "\(path).\($0)" }
    return names.first { !FileManager.default.fileExists(atPath: $0) } ?? path
  }

  /// Opens a file for writing at its end. Another open file for standard output would overwrite what is printed.
  private static func end(of path: String) throws(SystemError) -> FileStream {
    path == "/dev/stdout" ? FileStream(.output) : try FileStream(path, .append)
  }

  private static func opened(_ path: String, _ temporary: String?) throws -> FileStream {
    try refuseDatabase(path)
    do { return if let temporary { try FileStream(temporary, .write) } else { try end(of: path) } } catch {
      throw failure(path, error)
    }
  }

  /// Throws for a SQLite database, most likely the container: `--output celestra.sqlite` would replace the catalog.
  private static func refuseDatabase(_ path: String) throws {
    guard FileStatus(path)?.isRegular == true, let start = try? FileStream(path, .read).read(),
      start.starts(with: "SQLite format 3\0".utf8)
    else { return }
    throw CommandFailure("cannot write \(path): it is a SQLite database, such as a container; name another file")
  }

  private static func failure(_ path: String, _ error: SystemError) -> CommandFailure {
    CommandFailure("cannot write \(path): \(error)")
  }
}
