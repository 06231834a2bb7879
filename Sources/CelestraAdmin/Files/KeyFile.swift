import CloudKitWire
import CommandLineTool
import Diagnostics
import SystemCalls

enum KeyFile {
  /// Prints a warning if other users can read the file.
  static func key(id: String, at path: String) throws -> ServerToServerKey {
    guard FileStatus(path) != nil else {
      // The text of a key may stand in place of a path.
      throw CommandFailure(
        "cannot read the private key: no such file; pass the path of its PEM file, or set CLOUDKIT_PRIVATE_KEY to its text"
      )
    }
    let text = try InputFile.read(path, limit: 64 << 10)
    if isReadableByOthers(path) {
      Terminal.standardError.write(
        "warning: other users can read the private key '\(path)'; run chmod 600 '\(path)'\n")
    }
    do { return try ServerToServerKey(id: id, pem: String(decoding: text.bytes, as: UTF8.self)) } catch {
      throw CommandFailure("cannot use the private key '\(path)': \(error)")
    }
  }

  /// Whether other users can read a key. Only a regular file has meaningful permissions.
  static func isReadableByOthers(_ path: String) -> Bool {
    FileStatus(path).map { $0.isRegular && $0.permissions & 0o077 != 0 } ?? false
  }
}
