import Foundation

/// An output file.
enum OutputFile {
  /// Writes a file atomically. Links are followed, and an existing file keeps its permissions.
  /// - Throws: `CommandFailure` if writing fails.
  static func write(_ text: String, to path: String) throws {
    var status = stat()
    let exists = stat(path, &status) == 0
    let target = realpath(path, nil)
    defer { free(target) }
    if exists, target == nil || status.st_mode & S_IFMT != S_IFREG {
      // A device, a pipe, or the target of /dev/stdout cannot be replaced.
      return try append(text, to: path)
    }
    let file = URL(fileURLWithPath: target.map { String(cString: $0) } ?? path)
    let permissions = try? FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    let new = file.deletingLastPathComponent().appendingPathComponent(".\(file.lastPathComponent).\(UUID().uuidString)")
    do {
      try Data(text.utf8).write(to: new)
      if let permissions {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: new.path)
      }
      guard rename(new.path, file.path) == 0 else { throw failure(path) }
    } catch {
      let cause = errno
      try? FileManager.default.removeItem(at: new)
      errno = cause
      throw error as? CommandFailure ?? failure(path)
    }
  }

  /// Copies a file to an unused path beside it.
  /// - Returns: The path of the copy.
  static func backUp(_ path: String) throws -> String {
    let copy = freeName("\(path).bak")
    do {
      try FileManager.default.copyItem(
        at: URL(fileURLWithPath: path).resolvingSymlinksInPath(), to: URL(fileURLWithPath: copy))
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
    guard let file = fopen(path, "a") else { throw failure(path) }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fflush(file) == 0 else { throw failure(path) }
  }

  private static func failure(_ path: String) -> CommandFailure {
    let cause = errno == 0 ? "check the folder" : String(cString: strerror(errno)).lowercased()
    return CommandFailure("cannot write \(path): \(cause)")
  }
}
