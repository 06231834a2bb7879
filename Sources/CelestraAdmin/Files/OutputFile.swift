import Foundation
import SystemCalls

/// An output file.
enum OutputFile {
  /// Writes a file atomically. Links are followed, and an existing file keeps its permissions.
  /// - Throws: `CommandFailure` if writing fails.
  static func write(_ text: String, to path: String) throws {
    let status = FileStatus(path)
    let target = SystemPath.resolved(path)
    if let status, target == nil || !status.isRegular {
      // A device, a pipe, or the target of /dev/stdout cannot be replaced.
      return try append(text, to: path)
    }
    let file = URL(fileURLWithPath: target ?? path)
    let new = file.deletingLastPathComponent().appendingPathComponent(".\(file.lastPathComponent).\(UUID().uuidString)")
    do {
      let stream = try FileStream(new.path, .write)
      if let status { stream.setPermissions(status.permissions) }
      try stream.write(text)
      try stream.flush()
      try SystemPath.move(new.path, to: file.path)
    } catch {
      SystemPath.remove(new.path)
      throw failure(path, error)
    }
  }

  /// Copies a file to an unused path beside it.
  /// - Returns: The path of the copy.
  static func backUp(_ path: String) throws -> String {
    let copy = freeName("\(path).bak")
    do {
      try FileManager.default.copyItem(
        at: URL(fileURLWithPath: SystemPath.resolved(path) ?? path), to: URL(fileURLWithPath: copy))
    } catch {
      throw CommandFailure("cannot back up \(path) to \(copy): \(error.localizedDescription)")
    }
    return copy
  }

  /// Returns the path, with a number appended if it exists.
  static func freeName(_ path: String) -> String {
    let names = sequence(first: 1) { $0 + 1 }.lazy.map { $0 == 1 ? path : "\(path).\($0)" }
    return names.first { !FileManager.default.fileExists(atPath: $0) } ?? path
  }

  /// Appends to a file, or creates it.
  static func append(_ text: String, to path: String) throws {
    do {
      let file = try FileStream(path, .append)
      try file.write(text)
      try file.flush()
    } catch { throw failure(path, error) }
  }

  private static func failure(_ path: String, _ error: SystemError) -> CommandFailure {
    CommandFailure("cannot write \(path): \(error)")
  }
}
