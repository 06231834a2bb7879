import CloudKitWire
import Foundation

/// A private key's file.
struct KeyFile {
  private let path: String

  init(_ path: String) { self.path = path }

  /// The key in it. A file that others may read is used, with a warning.
  func key(id: String) throws -> ServerToServerKey {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw CommandFailure("cannot read the private key: there is no file '\(path)'")
    }
    guard !isFolder.boolValue else { throw CommandFailure("cannot read the private key: '\(path)' is a folder") }
    guard let data = files.contents(atPath: path) else {
      throw CommandFailure("cannot read the private key: this user may not read '\(path)'")
    }
    if data.count > 64 << 10 { throw CommandFailure("cannot use the private key '\(path)': it is too large for one") }
    if let warning = Self.warning(path) { Terminal.standardError.write("warning: \(warning)\n") }
    do { return try ServerToServerKey(id: id, pem: String(decoding: data, as: UTF8.self)) } catch {
      throw CommandFailure("cannot use the private key '\(path)': \(error)")
    }
  }

  private static func warning(_ path: String) -> String? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue, mode & 0o077 != 0 else { return nil }
    return "the private key '\(path)' can be read by others; chmod 600 '\(path)'"
  }
}
