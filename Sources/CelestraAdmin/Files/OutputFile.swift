import Foundation
import SystemCalls

/// A file the program writes because the user named it.
enum OutputFile {
  /// Writes a whole file: there is the old one or the new one, never a part. A link's target is written, and a file
  /// keeps its permissions.
  /// - Throws: `CommandFailure` that says why it cannot be written.
  static func write(_ text: String, to path: String) throws {
    let status = FileStatus(path)
    let target = SystemPath.resolved(path)
    if let status, target == nil || !status.isRegular {
      // A device or pipe cannot be replaced, nor what /dev/stdout leads to: only written.
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

  /// Copies a file to one beside it, which no other is lost for.
  /// - Returns: the copy's path.
  static func backUp(_ path: String) throws -> String {
    let copy = freeName("\(path).bak")
    do {
      try FileManager.default.copyItem(
        at: URL(fileURLWithPath: path).resolvingSymlinksInPath(), to: URL(fileURLWithPath: copy))
    } catch {
      throw CommandFailure("cannot keep what \(path) was in \(copy): \(error.localizedDescription)")
    }
    return copy
  }

  /// A path nothing has yet: the wanted one, else with a number.
  static func freeName(_ path: String) -> String {
    let names = sequence(first: 1) { $0 + 1 }.lazy.map { $0 == 1 ? path : "\(path).\($0)" }
    return names.first { !FileManager.default.fileExists(atPath: $0) } ?? path
  }

  /// Adds to the end of a file; it is made where there is none.
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
