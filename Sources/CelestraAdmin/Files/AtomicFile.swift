import Foundation

/// A file that is replaced whole or not at all.
enum AtomicFile {
  /// Puts a text in a file's place: links are followed, permissions kept; on failure what was there still is.
  /// - Throws: `CommandFailure` that says why it cannot be written.
  static func write(_ text: String, to path: String) throws {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let manager = FileManager.default
    let permissions = try? manager.attributesOfItem(atPath: file.path)[.posixPermissions]
    // Beside the file: only within one file system does a rename replace at once.
    let draft = file.deletingLastPathComponent().appendingPathComponent(
      ".\(file.lastPathComponent).\(UUID().uuidString)")
    do {
      try Data(text.utf8).write(to: draft, options: .withoutOverwriting)
      if let permissions { try manager.setAttributes([.posixPermissions: permissions], ofItemAtPath: draft.path) }
    } catch {
      try? manager.removeItem(at: draft)
      throw CommandFailure("cannot write \(path): \(reason(error)); check the folder and its permissions")
    }
    guard rename(draft.path, file.path) == 0 else {
      let reason = String(cString: strerror(errno)).lowercased()
      try? manager.removeItem(at: draft)
      throw CommandFailure("cannot write \(path): \(reason)")
    }
  }

  private static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    guard let underlying, underlying.domain == NSPOSIXErrorDomain else { return "\(error.localizedDescription)" }
    return String(cString: strerror(Int32(underlying.code))).lowercased()
  }
}
